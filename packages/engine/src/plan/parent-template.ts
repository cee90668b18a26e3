import type { ConditionTree, Row } from '@service/datasource-toolkit'
import { mapLeaves } from '@service/datasource-toolkit'
import type { ListQuery, RelatedTo } from '../query.js'
import type { AggregatePlan, ListPlan, Lookup, Step } from './plan.js'

/** Stands for a value of the parent in a plan that serves all parents. */
interface Parameter {
  readonly column: string
}

/** Known by identity: a value of a request may look like anything. */
const parameters = new WeakSet<object>()

type RelatableQuery = Pick<ListQuery, 'filter'>

/** The query whose plan serves every parent, and the parent of this one. */
interface Template<Q> {
  readonly query: Q
  readonly parent: Row
}

const templates = new WeakMap<object, Template<RelatableQuery>>()
const known = new WeakMap<object, Map<RelatedTo['relation'], RelatableQuery>>()

/** Remembers that a query differs from others only by its parent. */
export function rememberTemplate<Q extends RelatableQuery>(
  query: Q,
  base: Q,
  related: RelatedTo,
): void {
  const { relation, parent } = related
  const columns = keyColumns(related)
  // Customer code must see values, and an absent one relates to nothing.
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

export function templateOf<Q extends object>(query: Q): Template<Q> | undefined {
  // A template has the type of the query it was remembered for.
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

/** The plan for one parent. */
export function bindParent<P extends ListPlan | AggregatePlan>(plan: P, parent: Row): P {
  if (plan.kind === 'fold') return { ...plan, list: bindParent(plan.list, parent) }
  const lookups = plan.lookups.map(lookup => bindLookup(lookup, parent))
  const scan = { ...plan.scan, where: bindTree(plan.scan.where, parent) }
  if (plan.kind === 'aggregate') return { ...plan, scan, lookups }
  return { ...plan, scan, lookups, steps: plan.steps.map(step => bindStep(step, parent)) }
}

function bindLookup(lookup: Lookup, parent: Row): Lookup {
  return { ...lookup, plan: bindParent(lookup.plan, parent) }
}

function bindStep(step: Step, parent: Row): Step {
  return step.kind === 'filter' ? { ...step, where: bindTree(step.where, parent)! } : step
}

function bindTree(tree: ConditionTree | undefined, parent: Row): ConditionTree | undefined {
  return (
    tree &&
    mapLeaves(tree, leaf => ('value' in leaf ? { ...leaf, value: bind(leaf.value, parent) } : leaf))
  )
}

function bind(value: unknown, parent: Row): unknown {
  if (Array.isArray(value))
    return value.some(isParameter) ? value.map(item => bind(item, parent)) : value
  return isParameter(value) ? parent[value.column] : value
}

function parameter(column: string): Parameter {
  const made = { column }
  parameters.add(made)
  return made
}

function isParameter(value: unknown): value is Parameter {
  return typeof value === 'object' && value !== null && parameters.has(value)
}
