import type { ConditionTree } from '@service/datasource-toolkit'
import { ConditionTreeFactory, isMatchNone } from '@service/datasource-toolkit'
import { bindScan, runList, runLookups } from './execute/execute.js'
import type { CollectionModel } from './model/model.js'
import { planWrite } from './plan/plan-write.js'
import { startPlanning } from './plan/planning.js'
import type { EngineCall, Filter } from './query.js'

const keysPerStatement = 1000

/** Runs a write over the records of a filter and answers how many it touched. */
export async function writeTargets(
  collection: CollectionModel,
  filter: Filter,
  call: EngineCall,
  write: (where: ConditionTree | undefined) => Promise<number>,
): Promise<number> {
  let written = 0
  for (const where of await conditions(collection, filter, call)) {
    if (!isMatchNone(where)) written += await write(where)
  }
  return written
}

/** One condition on the collection's own columns, or several by primary key. */
async function conditions(
  collection: CollectionModel,
  filter: Filter,
  call: EngineCall,
): Promise<readonly (ConditionTree | undefined)[]> {
  const plan = await planWrite(startPlanning(call), collection, filter)
  if (plan.kind === 'condition') {
    const bindings = await runLookups(plan.lookups, call)
    return [bindScan(plan, bindings).where]
  }
  // All keys are known before the first write, which could change what the filter matches.
  const names = collection.primaryKey.map(({ name }) => name)
  const rows = await runList(plan.list, call)
  const ids = rows.map(row => names.map(name => row[name]))
  const chunks: ConditionTree[] = []
  for (let start = 0; start < ids.length; start += keysPerStatement) {
    chunks.push(ConditionTreeFactory.matchIds(names, ids.slice(start, start + keysPerStatement)))
  }
  return chunks
}
