import { splitIntoChunks } from '@service/base'
import type { ConditionTree } from '@service/datasource-toolkit'
import { ConditionTreeFactory, isMatchNone } from '@service/datasource-toolkit'
import { bindLookups, runList } from '../execute/execute.js'
import type { CollectionModel, EngineCall } from '../model/model.js'
import type { ListPlan } from '../plan/plan.js'
import { planWrite } from '../plan/plan-write.js'
import { startPlanning } from '../plan/planning.js'
import { type WriteFilter, withExpected } from './expected-values.js'

const keysPerStatement = 1000

/** Some of the records a write changes: a condition on the collection's own columns. */
export interface WriteTarget {
  readonly where?: ConditionTree
  /** How many records it matches, if they were listed. */
  readonly count?: number
}

/** Runs a write on the records of a filter and returns how many it changed. */
export async function writeTargets(
  collection: CollectionModel,
  filter: WriteFilter,
  call: EngineCall,
  write: (target: WriteTarget) => Promise<number>,
): Promise<number> {
  let written = 0
  for (const target of await findTargets(collection, filter, call)) {
    if (!isMatchNone(target.where)) written += await write(target)
  }
  return written
}

/** Returns one condition on the collection's own columns, or several by primary key. */
async function findTargets(
  collection: CollectionModel,
  filter: WriteFilter,
  call: EngineCall,
): Promise<readonly WriteTarget[]> {
  const plan = await planWrite(startPlanning(call), collection, withExpected(filter))
  if (plan.kind === 'keys') return namedTargets(plan.list, call, filter.expected)
  const ready = await bindLookups({ ...plan, scan: { where: plan.where } }, call)
  return ready
    ? [{ where: ready.scan.where }]
    : namedTargets(plan.otherwise!, call, filter.expected)
}

/** All keys are read before the first write, which could change what the filter matches. */
async function namedTargets(
  plan: ListPlan,
  call: EngineCall,
  expected: ConditionTree | undefined,
): Promise<readonly WriteTarget[]> {
  const names = plan.collection.primaryKey.map(({ name }) => name)
  const rows = await runList(plan, call)
  const ids = rows.map(row => names.map(name => row[name]))
  return splitIntoBatches(ids).map(chunk => ({
    where: ConditionTreeFactory.intersect([ConditionTreeFactory.matchIds(names, chunk), expected]),
    count: chunk.length,
  }))
}

/** Splits keys into as many as one statement should contain. */
export function splitIntoBatches<T>(keys: readonly T[]): readonly (readonly T[])[] {
  return splitIntoChunks(keys, keysPerStatement)
}
