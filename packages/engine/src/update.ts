import type { Row } from '@service/datasource-toolkit'
import { runHooks } from './hooks/run-hooks.js'
import { visibleFilter } from './hooks/visible-filter.js'
import { plainList } from './list.js'
import type { CollectionModel, EngineCall } from './model/model.js'
import type { Filter } from './query.js'
import { checkPatch, checkRules } from './write/check-rules.js'
import { type WriteFilter, withoutExpected } from './write/expected-values.js'
import { matchRows, requirePrimaryKey } from './write/parents.js'
import { isPlain, rewrite } from './write/rewrite.js'
import { isMerged, serializeUpdates } from './write/serialize-updates.js'
import { changeRows, requireWritable } from './write/store.js'
import { updateRecords } from './write/write-records.js'
import { splitIntoBatches } from './write/write-targets.js'

/**
 * Changes the records of a filter, within the caller's scope, and returns how many matched. Nested
 * values are written to the records of to-one relations.
 *
 * @example
 * const filter = { conditionTree: { field: 'id', operator: 'Equal', value: 12 } } as const
 * const matched = await update(collection, filter, { status: 'paid' }, call)
 */
export async function update(
  collection: CollectionModel,
  filter: Filter,
  patch: Row,
  call: EngineCall,
): Promise<number> {
  return (await change(collection, filter, patch, call)).matched
}

export interface Change {
  readonly matched: number
  /** The columns that were written, and their values. */
  readonly columns: Row
}

export async function change(
  collection: CollectionModel,
  filter: WriteFilter,
  patch: Row,
  call: EngineCall,
): Promise<Change> {
  requireWritable(collection, 'update', call)
  const isHooked = call.isOuter && collection.hooks?.Update
  if (call.isOuter) checkRules(collection, patch, call)
  const hasValues = Object.keys(patch).length > 0
  if (!isHooked && hasValues && isPlain(collection, patch)) {
    return { matched: await changeRows(collection, filter, patch, call), columns: patch }
  }
  const changed = { ...patch }
  const seen = visibleFilter(collection, withoutExpected(filter), call)
  if (isHooked)
    await runHooks(collection, 'Before', 'Update', call, { filter: seen, patch: changed })
  const write = (part: WriteFilter) => rewriteAndStore(collection, part, changed, call)
  const written = isMerged(collection, changed)
    ? await serializeUpdates(collection, call, () => writeKnown(collection, filter, call, write))
    : await write(filter)
  if (written.matched === 0 && filter.expected) return written
  if (isHooked)
    await runHooks(collection, 'After', 'Update', call, { filter: seen, patch: changed })
  return written
}

async function rewriteAndStore(
  collection: CollectionModel,
  filter: WriteFilter,
  patch: Row,
  call: EngineCall,
): Promise<Change> {
  const seen = visibleFilter(collection, withoutExpected(filter), call)
  const rewritten = await rewrite(collection, patch, { action: 'update', filter: seen, call })
  if (call.isOuter) checkPatch(collection, rewritten, call)
  const matched = await updateRecords(collection, filter, rewritten, call)
  return { matched, columns: rewritten.columns }
}

/**
 * All records are read before code writes the first one, which could change what the filter
 * matches.
 */
async function writeKnown(
  collection: CollectionModel,
  filter: WriteFilter,
  call: EngineCall,
  write: (part: WriteFilter) => Promise<Change>,
): Promise<Change> {
  if (!collection.hasProvenKey) return write(filter)
  const projection = requirePrimaryKey(collection)
  const rows = await plainList({ collection, filter, projection, sort: [] }, call)
  const [first = [], ...others] = splitIntoBatches(rows)
  const { expected } = filter
  let written = await write(
    rows.length > 0 ? { ...matchRows(collection, first), expected } : filter,
  )
  for (const chunk of others) {
    const { matched, columns } = await write({ ...matchRows(collection, chunk), expected })
    written = { matched: written.matched + matched, columns }
  }
  return written
}
