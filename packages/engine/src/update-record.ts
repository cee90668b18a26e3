import { ownValue } from '@service/base'
import type { ConditionTree, Row, SelectNode } from '@service/datasource-toolkit'
import { ConditionTreeFactory } from '@service/datasource-toolkit'
import { noKeys, runList } from './execute/execute.js'
import { runSteps } from './execute/steps/index.js'
import type { Trace } from './execute/trace.js'
import { measured } from './measured.js'
import type { CollectionModel, EngineCall } from './model/model.js'
import type { ListPlan } from './plan/plan.js'
import { isOwnCondition } from './plan/plan-write.js'
import type { RecordQuery } from './query.js'
import { readRecord, recordPlan } from './read-record.js'
import { change } from './update.js'
import { checkRules } from './write/check-rules.js'
import { findOverride } from './write/override.js'
import { recordedUpdate, type WrittenRecord } from './write/recorded-writes.js'
import { isPlain } from './write/rewrite.js'
import { requireWritable } from './write/store.js'

/** The result of changing a record. */
export interface UpdatedRecord {
  /** False when the caller sees no record with this id. */
  readonly isFound: boolean
  /** The record after the change; absent when the change moved it out of the caller's scope. */
  readonly row?: Row
}

/**
 * Changes the record of an id, within the caller's scope, and reads it again, in one statement
 * where the source can.
 *
 * @example
 * const query = { collection: model.collection('orders'), projection: ['id', 'status'] }
 * const { isFound, row } = await updateRecord(query, [12], { status: 'paid' }, call)
 */
export async function updateRecord(
  query: RecordQuery,
  id: readonly unknown[],
  patch: Row,
  call: EngineCall,
): Promise<UpdatedRecord> {
  const { collection } = query
  if (!isPlainUpdate(collection, patch, call)) return changeAndRead(query, id, patch, call)
  requireWritable(collection, 'update', call)
  if (call.isOuter) checkRules(collection, patch, call)
  const plan = await recordPlan(query, id, call)
  if (!isOwnCondition(plan)) return changeAndRead(query, id, patch, call)
  const { recorder } = collection.settings
  const isMoved = collection.primaryKey.some(({ name }) => name in patch)
  if (recorder && isMoved) return changeAndRead(query, id, patch, call)
  const { source, scan } = plan
  const write = async (select: SelectNode): Promise<WrittenRecord> => {
    const both = isMoved ? undefined : await source.updateAndList?.(scan.where, patch, select, call)
    return both ?? { matched: await source.update(scan.where, patch, call) }
  }
  await call.watch?.begin()
  const { matched, rows } = recorder
    ? await recordedUpdate(recorder, plan, patch, call, write)
    : await write(scan.select)
  if (matched === 0) return notFound
  call.watch?.changed()
  if (!rows) return readAgain(query, id, patch, call)
  return { isFound: true, row: await finishRow(rows, plan, call) }
}

/** True when no override, hook or written relation needs the change, only the source and a recorder. */
function isPlainUpdate(collection: CollectionModel, patch: Row, call: EngineCall): boolean {
  const { hooks } = collection
  const isHooked = call.isOuter && hooks && (hooks.Update || hooks.List)
  return !isHooked && !findOverride(collection, 'update', call) && isPlain(collection, patch)
}

/** True when only the source needs the change. */
export const isDirect = (collection: CollectionModel, patch: Row, call: EngineCall): boolean =>
  !collection.settings.recorder && isPlainUpdate(collection, patch, call)

const notFound: UpdatedRecord = { isFound: false }

/** Computes what the source does not return; undefined for a row that was moved out of the scope. */
async function finishRow(rows: Row[], plan: ListPlan, call: EngineCall): Promise<Row | undefined> {
  const { tracing } = plan.collection.settings
  const run = (trace?: Trace) =>
    runSteps(rows, plan.steps, { plan, call, bindings: noKeys, runList, trace })
  const [row] = tracing ? await measured(tracing, plan, run) : await run()
  return row
}

async function changeAndRead(
  query: RecordQuery,
  id: readonly unknown[],
  patch: Row,
  call: EngineCall,
): Promise<UpdatedRecord> {
  const { collection } = query
  const conditionTree = matchRecord(collection, id)
  const { matched, columns } = await change(collection, { conditionTree }, patch, call)
  return matched === 0 ? notFound : readAgain(query, id, columns, call)
}

/** Returns the condition that matches the record of an id. */
export function matchRecord(
  { primaryKey }: CollectionModel,
  id: readonly unknown[],
): ConditionTree | undefined {
  return ConditionTreeFactory.matchIds(
    primaryKey.map(({ name }) => name),
    [id],
  )
}

/** Reads the record by its key after the change. */
export async function readAgain(
  query: RecordQuery,
  id: readonly unknown[],
  columns: Row,
  call: EngineCall,
): Promise<UpdatedRecord> {
  const newId = query.collection.primaryKey.map(
    ({ name }, index) => ownValue(columns, name) ?? id[index],
  )
  return { isFound: true, row: await readRecord(query, newId, call) }
}
