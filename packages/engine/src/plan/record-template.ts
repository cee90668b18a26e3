import type { Row } from '@service/datasource-toolkit'
import { ConditionTreeFactory } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import type { ListQuery, RecordQuery } from '../query.js'
import { parameter } from './parameter.js'

const templates = new WeakMap<RecordQuery, ListQuery>()

/**
 * Returns the query whose plan serves every id; undefined when customer code must receive the id.
 */
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

/** Returns the query for one record id. */
export function recordQuery(
  { collection, projection }: RecordQuery,
  id: readonly unknown[],
): ListQuery {
  const names = collection.primaryKey.map(({ name }) => name)
  const conditionTree = ConditionTreeFactory.matchIds(names, [id])
  const query = { collection, filter: { conditionTree }, projection, sort: [] } satisfies ListQuery
  // Two records are enough to detect that the id is ambiguous.
  return collection.hasProvenKey ? query : { ...query, page: { skip: 0, limit: 2 } }
}

/** Returns the primary key of an id by column. */
export function keyRow({ primaryKey }: CollectionModel, id: readonly unknown[]): Row {
  const row: Row = {}
  for (let i = 0; i < primaryKey.length; i++) row[primaryKey[i]!.name] = id[i]
  return row
}
