import type { Row } from '@service/datasource-toolkit'
import { runHooks } from './hooks/run-hooks.js'
import type { CollectionModel, EngineCall } from './model/model.js'
import { checkNewRecord, checkRules } from './write/check-rules.js'
import { isPlain, rewrite } from './write/rewrite.js'
import { insertRows, requireWritable } from './write/store.js'
import { createRecords } from './write/write-records.js'

/**
 * Creates records and returns them with every column of the source. Rows without nested records are
 * created all or none; records of to-one relations can be nested in them, and are created too.
 *
 * @example
 * const [order] = await create(collection, [{ status: 'pending' }], call)
 */
export async function create(
  collection: CollectionModel,
  rows: readonly Row[],
  call: EngineCall,
): Promise<Row[]> {
  requireWritable(collection, 'create', call)
  if (rows.length === 0) return []
  const isHooked = call.isOuter && collection.hooks?.Create
  if (!isHooked && rows.every(row => isPlain(collection, row))) {
    if (call.isOuter) for (const row of rows) checkNewRecord(collection, row, call)
    return insertRows(collection, rows, call)
  }
  // The given values are checked before customer code sees them, the complete record before it is
  // stored.
  if (call.isOuter) for (const row of rows) checkRules(collection, row, call)
  const data = Object.freeze(rows.map(row => ({ ...row })))
  if (isHooked) await runHooks(collection, 'Before', 'Create', call, { data })
  const writing = { action: 'create', call } as const
  const rewritten = await Promise.all(data.map(row => rewrite(collection, row, writing)))
  const created = await createRecords(collection, rewritten, call)
  const records = Object.freeze([...created])
  if (isHooked) await runHooks(collection, 'After', 'Create', call, { data, records })
  return created
}
