import type { Row } from '@service/datasource-toolkit'
import type { ListQuery, RelatedTo } from '../query.js'
import { parameter } from './parameter.js'

type RelatableQuery = Pick<ListQuery, 'filter'>

/** The query whose plan serves every parent, and the parent of this request. */
interface Template<Q> {
  readonly query: Q
  readonly parent: Row
}

const templates = new WeakMap<object, Template<RelatableQuery>>()
const known = new WeakMap<object, Map<RelatedTo['relation'], RelatableQuery>>()

/** Records that a query differs from others only by its parent. */
export function rememberTemplate<Q extends RelatableQuery>(
  query: Q,
  base: Q,
  related: RelatedTo,
): void {
  const { relation, parent } = related
  const columns = keyColumns(related)
  // Customer code must receive real values, and a null value matches nothing.
  if (isReplaced(related) || columns.some(column => parent[column] == null)) return
  const byRelation = known.get(base) ?? new Map<RelatedTo['relation'], RelatableQuery>()
  known.set(base, byRelation)
  let template = byRelation.get(relation)
  if (!template) {
    const values = columns.map(column => [column, parameter(column)] as const)
    const anyParent = { relation, parent: Object.fromEntries(values) }
    template = { ...base, filter: { ...base.filter, related: anyParent } }
    byRelation.set(relation, template)
  }
  templates.set(query, { query: template, parent })
}

export function findTemplate<Q extends object>(query: Q): Template<Q> | undefined {
  // A template has the type of the query it was stored for.
  return templates.get(query) as Template<Q> | undefined
}

function keyColumns({ relation }: RelatedTo): readonly string[] {
  const keys = relation.kind === 'OneToMany' ? relation.keys : relation.originKeys
  return keys.map(({ from }) => from)
}

function isReplaced({ relation }: RelatedTo): boolean {
  const [collection, keys] =
    relation.kind === 'OneToMany'
      ? [relation.target, relation.keys]
      : [relation.through, relation.originKeys]
  return keys.some(({ to }) => collection.path(to).column.filter.get('Equal')?.kind === 'replaced')
}
