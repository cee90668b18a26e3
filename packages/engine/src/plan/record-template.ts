import type { Row } from '@service/datasource-toolkit'
import { ConditionTreeFactory } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import type { ListQuery, RecordQuery } from '../query.js'
import { parameter } from './parameter.js'

const templates = new WeakMap<RecordQuery, ListQuery>()

/** The query whose plan serves every id; undefined when customer code must see the id. */
export function recordTemplate(query: RecordQuery): ListQuery | undefined {
  const known = templates.get(query)
  if (known) return known
  const { primaryKey } = query.collection
  if (primaryKey.some(({ filter }) => filter.get('Equal')?.kind === 'replaced')) return undefined
  const template = recordQuery(
    query,
    primaryKey.map(({ name }) => parameter(name)),
  )
  templates.set(query, template)
  return template
}

/** The query of the record of one id. */
export function recordQuery(
  { collection, projection }: RecordQuery,
  id: readonly unknown[],
): ListQuery {
  const names = collection.primaryKey.map(({ name }) => name)
  const conditionTree = ConditionTreeFactory.matchIds(names, [id])
  const query = { collection, filter: { conditionTree }, projection, sort: [] } satisfies ListQuery
  // A second record is enough to know that the id does not tell which.
  return collection.hasProvenKey ? query : { ...query, page: { skip: 0, limit: 2 } }
}

/** The primary key of an id by column. */
export function keyRow({ primaryKey }: CollectionModel, id: readonly unknown[]): Row {
  const row: Row = {}
  for (let i = 0; i < primaryKey.length; i++) row[primaryKey[i]!.name] = id[i]
  return row
}
