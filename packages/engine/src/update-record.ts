import type { Row } from '@service/datasource-toolkit'
import { ConditionTreeFactory } from '@service/datasource-toolkit'
import { noKeys } from './execute/execute.js'
import { runSteps } from './execute/steps/index.js'
import { measured } from './measured.js'
import type { CollectionModel } from './model/model.js'
import { explainPlan } from './plan/explain.js'
import type { ListPlan } from './plan/plan.js'
import { checkWritable, isOwnCondition } from './plan/plan-write.js'
import type { EngineCall, RecordQuery } from './query.js'
import { readRecord, recordPlan } from './read-record.js'
import { update } from './update.js'

/** What became of a record to change. */
export interface UpdatedRecord {
  /** False when the caller sees no record of this id. */
  readonly isFound: boolean
  /** The record as it is now; absent when the change took it out of the caller's scope. */
  readonly row?: Row
}

/**
 * Changes the record of an id, within the caller's scope, and reads it anew: with one statement
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
  checkWritable(collection, patch)
  const plan = await recordPlan(query, id, call)
  const isOwn = isOwnCondition(plan)
  const isMoved = collection.primaryKey.some(({ name }) => name in patch)
  const updated = isOwn && !isMoved ? await updateAndRead(plan, patch, call) : undefined
  if (updated) return updated
  const matched = isOwn
    ? await plan.source.update(plan.scan.where, patch, call)
    : await updateById(collection, id, patch, call)
  if (matched === 0) return notFound
  const newId = collection.primaryKey.map(({ name }, index) => patch[name] ?? id[index])
  return { isFound: true, row: await readRecord(query, newId, call) }
}

const notFound: UpdatedRecord = { isFound: false }

/** Undefined when the source needs two statements. */
async function updateAndRead(
  plan: ListPlan,
  patch: Row,
  call: EngineCall,
): Promise<UpdatedRecord | undefined> {
  const { source, scan, steps, collection } = plan
  const updated = await source.updateAndList?.(scan.where, patch, scan.select, call)
  if (!updated) return undefined
  if (updated.matched === 0) return notFound
  const { debug } = collection.settings
  const run = () => runSteps(updated.rows, steps, { plan, call, bindings: noKeys })
  const [row] = debug ? await measured(debug, explainPlan(plan), run) : await run()
  return { isFound: true, row }
}

function updateById(
  collection: CollectionModel,
  id: readonly unknown[],
  patch: Row,
  call: EngineCall,
): Promise<number> {
  const names = collection.primaryKey.map(({ name }) => name)
  const conditionTree = ConditionTreeFactory.matchIds(names, [id])
  return update(collection, { conditionTree }, patch, call)
}
