import type { Row } from '@service/datasource-toolkit'
import { AmbiguousIdError, packId } from '@service/datasource-toolkit'
import { hookedList, listPlan, runPlan } from './list.js'
import type { CollectionModel, EngineCall } from './model/model.js'
import { bindPlan } from './plan/parameter.js'
import type { ListPlan } from './plan/plan.js'
import { keyRow, recordQuery, recordTemplate } from './plan/record-template.js'
import type { RecordQuery } from './query.js'

/**
 * Reads the record of an id in the caller's scope. One plan serves all ids of a query.
 *
 * @example
 * const query = { collection: model.collection('orders'), projection: ['id', 'status'] }
 * const order = await readRecord(query, [12], call)
 */
export async function readRecord(
  query: RecordQuery,
  id: readonly unknown[],
  call: EngineCall,
): Promise<Row | undefined> {
  const read = async () => runPlan(await recordPlan(query, id, call), call)
  const isHooked = query.collection.hooks?.List && call.isOuter
  const rows = await (isHooked ? hookedList(recordQuery(query, id), call, read) : read())
  return onlyRow(query.collection, id, rows)
}

/** Returns the row of an id; throws a 422 when there are several. */
export function onlyRow(
  { name, primaryKey, hasProvenKey }: CollectionModel,
  id: readonly unknown[],
  rows: readonly Row[],
): Row | undefined {
  if (rows.length > 1 && !hasProvenKey) {
    const key = primaryKey.map(column => column.name)
    throw new AmbiguousIdError(name, key, packId(id))
  }
  return rows[0]
}

export async function recordPlan(
  query: RecordQuery,
  id: readonly unknown[],
  call: EngineCall,
): Promise<ListPlan> {
  const template = recordTemplate(query)
  if (!template) return listPlan(recordQuery(query, id), call)
  const planned = listPlan(template, call)
  const plan = planned instanceof Promise ? await planned : planned
  return bindPlan(plan, keyRow(query.collection, id))
}
