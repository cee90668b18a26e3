import {
  type ConditionTree,
  ConditionTreeFactory,
  ConditionTreeLeaf,
  type Row,
} from '@service/datasource-toolkit'
import { create, type EngineCall, list, type ManyToManyModel, remove } from '@service/engine'
import { lookupCall } from './find-record.js'

/** Adds the junction rows from a parent to these targets that do not exist yet. */
export async function linkThrough(
  relation: ManyToManyModel,
  parent: Row,
  targets: readonly Row[],
  call: EngineCall,
): Promise<void> {
  const { through, originKeys, foreignKeys } = relation
  const columns = foreignKeys.map(key => key.from)
  const conditionTree = linksTo(relation, parent, targets)
  // Links outside the caller's scope exist too, and must not be added twice.
  const existing = await list(
    { collection: through, filter: { conditionTree }, projection: columns, sort: [] },
    { ...lookupCall(call), findScope: undefined },
  )
  const known = new Set(existing.map(row => JSON.stringify(columns.map(name => row[name]))))
  const origin = originKeys.map(({ from, to }): [string, unknown] => [to, parent[from]])
  const rows = targets.map(target => {
    const foreign = foreignKeys.map(({ from, to }): [string, unknown] => [from, target[to]])
    return Object.fromEntries([...origin, ...foreign])
  })
  const missing = rows.filter(row => !known.has(JSON.stringify(columns.map(name => row[name]))))
  if (missing.length > 0) await create(through, missing, call)
}

/** Removes the junction rows from a parent to these targets. */
export async function unlinkThrough(
  relation: ManyToManyModel,
  parent: Row,
  targets: readonly Row[],
  call: EngineCall,
): Promise<void> {
  await remove(relation.through, { conditionTree: linksTo(relation, parent, targets) }, call)
}

function linksTo(
  { originKeys, foreignKeys }: ManyToManyModel,
  parent: Row,
  targets: readonly Row[],
): ConditionTree | undefined {
  return ConditionTreeFactory.intersect([
    ...originKeys.map(({ from, to }) => new ConditionTreeLeaf(to, 'Equal', parent[from])),
    ConditionTreeFactory.matchIds(
      foreignKeys.map(key => key.from),
      targets.map(target => foreignKeys.map(key => target[key.to])),
    ),
  ])
}
