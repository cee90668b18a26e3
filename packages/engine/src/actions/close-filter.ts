import { UnprocessableError } from '@service/base'
import type { ConditionTree, Leaf } from '@service/datasource-toolkit'
import { ConditionTreeFactory, everyLeaf, UnprovenKeyError } from '@service/datasource-toolkit'
import { lookupCall } from '../context/inner-call.js'
import { iterate } from '../iterate.js'
import type { CollectionModel, EngineCall } from '../model/model.js'
import type { Filter } from '../query.js'

/**
 * Adds the caller's scopes to the filter, so that code, which has no scope, reaches the same
 * records as the caller. Where that would require the scope of another collection, the records are
 * named by their primary keys.
 */
export async function closeFilter(
  collection: CollectionModel,
  filter: Filter,
  call: EngineCall,
): Promise<Filter> {
  const { findScope } = call
  if (!findScope) return filter
  if (!isOwn(collection, filter) && reachesRestricted(collection, call)) {
    return { conditionTree: await readKeys(collection, filter, call) }
  }
  const scope = findScope(collection)
  if (!scope) return filter
  return {
    ...filter,
    conditionTree: ConditionTreeFactory.intersect([filter.conditionTree, scope]),
  }
}

/** Whether the filter has only conditions on columns of the source itself. */
function isOwn(collection: CollectionModel, filter: Filter): boolean {
  const { conditionTree, search, segment, related } = filter
  if (search !== undefined || segment !== undefined) return false
  if (related?.relation.kind === 'ManyToMany') return false
  return everyLeaf(conditionTree, isOwnLeaf)

  function isOwnLeaf({ field, operator }: Leaf): boolean {
    const { relations, column } = collection.path(field)
    const rule = column.filter.get(operator)
    return relations.length === 0 && column.read.kind === 'native' && rule?.kind !== 'replaced'
  }
}

/**
 * Whether fields are hidden from the caller, or a relation at any depth references a collection
 * with a scope.
 */
function reachesRestricted(
  collection: CollectionModel,
  { findScope, hiddenIn }: EngineCall,
): boolean {
  const isLimited = (target: CollectionModel) => findScope?.(target) || hiddenIn?.(target)
  if (hiddenIn?.(collection)) return true
  const seen = new Set([collection])
  for (const { fields } of seen) {
    for (const field of fields.values()) {
      if (field.kind === 'Column') continue
      const reached = field.kind === 'ManyToMany' ? [field.target, field.through] : [field.target]
      if (reached.some(isLimited)) return true
      for (const target of reached) seen.add(target)
    }
  }
  return false
}

async function readKeys(
  collection: CollectionModel,
  filter: Filter,
  call: EngineCall,
): Promise<ConditionTree> {
  const names = collection.primaryKey.map(({ name }) => name)
  // A key that several records share, or that is null, could match records outside the caller's
  // scope.
  const unproven = () =>
    new UnprovenKeyError(
      collection.name,
      names,
      'be selected through relations of which you see only some records',
    )
  if (!collection.hasProvenKey) throw unproven()
  const { maxKeysInFilter } = collection.settings
  const keys: unknown[][] = []
  const query = { collection, filter, sort: [], projection: names }
  for await (const rows of iterate(query, lookupCall(call))) {
    for (const row of rows) keys.push(names.map(name => row[name] ?? null))
    if (keys.some(key => key.includes(null))) throw unproven()
    if (keys.length <= maxKeysInFilter) continue
    throw new UnprocessableError(
      `The selection uses relations of which you see only some records, and contains more than ${maxKeysInFilter} records of '${collection.name}'. Select fewer.`,
    )
  }
  return ConditionTreeFactory.matchIds(names, keys)
}
