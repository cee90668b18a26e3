import {
  ConditionTreeFactory,
  ConditionTreeLeaf,
  invertTree,
  type Row,
} from '@service/datasource-toolkit'
import { count, type EngineCall, type Filter, type ToOneModel, update } from '@service/engine'
import { matchIds } from '../query/parse-id.js'
import { lookupCall } from './find-record.js'

/**
 * Makes `target` the only record of a one-to-one relation: other records that reference `owner`
 * are detached first. Null only detaches.
 */
export async function attachOnly(
  relation: ToOneModel,
  owner: Row,
  target: Row | null,
  call: EngineCall,
): Promise<void> {
  const { target: collection, keys } = relation
  const attached = ConditionTreeFactory.intersect(
    keys.map(({ from, to }) => new ConditionTreeLeaf(to, 'Equal', owner[from])),
  )
  const chosen =
    target && matchIds(collection, [collection.primaryKey.map(column => target[column.name])])
  const others = ConditionTreeFactory.intersect([attached, chosen && invertTree(chosen)])
  await detach(relation, { conditionTree: others }, call)
  if (!chosen) return
  const patch = Object.fromEntries(keys.map(({ from, to }) => [to, owner[from]]))
  await update(collection, { conditionTree: chosen }, patch, call)
}

/** Writes only when there is a record to detach, so that hooks and rules do not run otherwise. */
async function detach(
  { target, keys }: ToOneModel,
  filter: Filter,
  call: EngineCall,
): Promise<void> {
  const nothing = Object.fromEntries(keys.map(({ to }) => [to, null]))
  const isSeen = target.hooks?.Update !== undefined
  if (!isSeen) await update(target, filter, nothing, lookupCall(call))
  else if ((await count({ collection: target, filter }, lookupCall(call))) > 0) {
    await update(target, filter, nothing, call)
  }
}
