import { ValidationError } from '@service/base'
import { ConditionTreeFactory, type Row, UnprovenKeyError } from '@service/datasource-toolkit'
import {
  type CollectionModel,
  checkRules,
  count,
  type EngineCall,
  type Filter,
  list,
  update,
} from '@service/engine'
import {
  type BulkUpdatePreview,
  type BulkUpdateResult,
  maxBulkUpdateSamples,
  maxPreviousRecords,
} from '@service/protocol'
import type { Access } from '../gateway/access.js'
import { matchIds, packId, requirePrimaryKey } from '../query/parse-id.js'
import { requireUse } from '../query/require-uses.js'
import { storeLinks } from './find-link.js'
import { guardWrite } from './guard-write.js'
import type { Changes } from './parse-changes.js'
import { refuseCreations } from './refuse-creations.js'
import { showChanges } from './show-changes.js'

/** A change of the records that a filter matches. */
export interface SelectedUpdate {
  readonly collection: CollectionModel
  readonly filter: Filter
  /** No record was selected. */
  readonly isEmpty: boolean
  readonly changes: Changes
  readonly access: Access
  readonly call: EngineCall
}

/** Throws unless the response may show the changed fields of each record with its id. */
export function requireShown(
  access: Access,
  collection: CollectionModel,
  { fields }: Changes,
): void {
  access.require('read', collection)
  for (const [path, field] of fields) requireUse(access, { collection, field, path })
  requirePrimaryKey(collection)
}

/** Checks the change as far as possible without hooks, and shows the first records; writes nothing. */
export async function previewChanges(selected: SelectedUpdate): Promise<BulkUpdatePreview> {
  const { collection, filter, changes, access, call } = selected
  const { patch, links } = changes
  refuseCreations(access, collection, patch, call)
  await guardWrite(access, collection, async () => checkRules(collection, patch, call))
  await Promise.all(links.map(link => link.verify?.()))
  const rows = await readSelected(selected, maxBulkUpdateSamples + 1)
  const isWhole = rows.length <= maxBulkUpdateSamples
  const after = showChanges(collection, changes, patch)
  return {
    count: isWhole ? rows.length : await count({ collection, filter }, call),
    samples: rows.slice(0, maxBulkUpdateSamples).map(row => ({
      id: packId(collection, row),
      before: showChanges(collection, changes, row),
      after,
    })),
  }
}

/** Writes all records with one change; hooks run once. Can return the values before it. */
export async function updateSelected(
  selected: SelectedUpdate,
  returnsPrevious: boolean,
): Promise<BulkUpdateResult> {
  const { collection, changes, isEmpty, filter, call } = selected
  if (!returnsPrevious) return { count: isEmpty ? 0 : await write(selected, filter) }
  const rows = await readPrevious(selected)
  // Not every source checks the signal, and the client has left without the previous values.
  call.signal?.throwIfAborted()
  const previous = rows.map(row => ({
    id: packId(collection, row),
    values: showChanges(collection, changes, row),
  }))
  return {
    count: rows.length === 0 ? 0 : await write(selected, matchRead(selected, rows)),
    previous,
  }
}

function write({ collection, changes, access, call }: SelectedUpdate, filter: Filter) {
  const { patch, links } = changes
  const writing = refuseCreations(access, collection, patch, call)
  return guardWrite(access, collection, () =>
    storeLinks(links, () => update(collection, filter, patch, writing)),
  )
}

async function readPrevious(selected: SelectedUpdate): Promise<readonly Row[]> {
  const { collection } = selected
  if (!collection.hasProvenKey) {
    const key = collection.primaryKey.map(({ name }) => name)
    throw new UnprovenKeyError(collection.name, key, 'be returned with their previous values')
  }
  const rows = await readSelected(selected, maxPreviousRecords + 1)
  if (rows.length <= maxPreviousRecords) return rows
  throw new ValidationError(
    `Nothing was changed: 'returnPrevious' is for at most ${maxPreviousRecords} records, and more are selected. ` +
      'Select fewer, or leave it out.',
  )
}

/** Restricts the write to the records that were read: others may match since. */
function matchRead({ collection, filter }: SelectedUpdate, rows: readonly Row[]): Filter {
  const ids = rows.map(row => collection.primaryKey.map(({ name }) => row[name]))
  const conditionTree = ConditionTreeFactory.intersect([
    filter.conditionTree,
    matchIds(collection, ids),
  ])
  return { ...filter, conditionTree }
}

/** Reads the keys and the changed columns of the first records, in the order of their keys. */
async function readSelected(
  { collection, filter, isEmpty, changes, call }: SelectedUpdate,
  limit: number,
): Promise<Row[]> {
  if (isEmpty) return []
  const keys = collection.primaryKey.map(({ name }) => name)
  const projection = [...new Set([...keys, ...Object.keys(changes.patch)])]
  return list({ collection, filter, projection, sort: [], page: { skip: 0, limit } }, call)
}
