import { ownValue } from '@service/base'
import type { ConditionTree, Row } from '@service/datasource-toolkit'
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
import { isPlain } from './write/rewrite.js'
import { requireWritable } from './write/store.js'
import { watched } from './write/write-watch.js'

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
  if (!isDirect(collection, patch, call)) return changeAndRead(query, id, patch, call)
  requireWritable(collection, 'update', call)
  if (call.isOuter) checkRules(collection, patch, call)
  const plan = await recordPlan(query, id, call)
  if (!isOwnCondition(plan)) return changeAndRead(query, id, patch, call)
  const isMoved = collection.primaryKey.some(({ name }) => name in patch)
  const updated = isMoved ? undefined : await updateAndRead(plan, patch, call)
  if (updated) return updated
  const matched = await watched(call, () => plan.source.update(plan.scan.where, patch, call))
  return matched === 0 ? notFound : readAgain(query, id, patch, call)
}

/** True when no override, hook, recorder or written relation needs the change, only the source. */
export function isDirect(collection: CollectionModel, patch: Row, call: EngineCall): boolean {
  const { hooks } = collection
  const isHooked = call.isOuter && hooks && (hooks.Update || hooks.List)
  if (collection.settings.recorder) return false
  return !isHooked && !findOverride(collection, 'update', call) && isPlain(collection, patch)
}

const notFound: UpdatedRecord = { isFound: false }

/** Undefined when the source needs two statements. */
async function updateAndRead(
  plan: ListPlan,
  patch: Row,
  call: EngineCall,
): Promise<UpdatedRecord | undefined> {
  const { source, scan, steps, collection } = plan
  if (!source.updateAndList) return undefined
  if (call.watch) await call.watch.begin()
  const updated = await source.updateAndList(scan.where, patch, scan.select, call)
  if (!updated) return undefined
  if (updated.matched > 0) call.watch?.changed()
  if (updated.matched === 0) return notFound
  const { tracing } = collection.settings
  const run = (trace?: Trace) =>
    runSteps(updated.rows, steps, { plan, call, bindings: noKeys, runList, trace })
  const [row] = tracing ? await measured(tracing, plan, run) : await run()
  return { isFound: true, row }
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
