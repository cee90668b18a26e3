import { ValidationError } from '@service/base'
import { type ConditionTree, type Row, UnprovenKeyError } from '@service/datasource-toolkit'
import {
  type CollectionModel,
  type EngineCall,
  type Filter,
  iterate,
  type ManyToManyModel,
  remove,
  requireWritable,
  update,
} from '@service/engine'
import { exportedCollection } from '../query/exported-collection.js'
import { isOn, parseParameters } from '../query/parameters.js'
import { matchIds } from '../query/parse-id.js'
import { parseSelection } from '../query/parse-selection.js'
import { parseTimezone } from '../query/parse-timezone.js'
import { withLiveSegment } from '../query/with-live-segment.js'
import { unlinkThrough } from '../record/change-links.js'
import { lookupCall } from '../record/find-record.js'
import { guardWrite } from '../record/guard-write.js'
import { findParent, parseParent } from '../record/parent.js'
import { noContent } from '../serialise/record-response.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

const chunkSize = 1000

/** Removes records from a to-many relation; `delete=true` deletes them as well. */
export const dissociate: PrivateRoute = {
  method: 'DELETE',
  path: '/:collection/:id/relationships/:relation',
  handler: async context => {
    const { runtime, params, query, access } = context
    const parameters = parseParameters(query)
    const parent = parseParent(
      exportedCollection(runtime.model, params.collection!, access),
      params,
      access,
      true,
    )
    const { relation } = parent
    const { target } = relation
    const isDelete = isOn(parameters('delete'))
    access.require(isDelete ? 'delete' : 'edit', target)
    if (isDelete) requireWritable(target, 'delete')
    else if (relation.kind === 'OneToMany') requireWritable(target, 'update')
    if (relation.kind === 'ManyToMany') {
      requireWritable(relation.through, 'delete')
      requireProvenKey(target)
    }
    const call = access.call(parseTimezone(parameters))
    const selection = parseSelection(target, await bodyObject(context), query, access)
    if (selection.isEmpty)
      throw new ValidationError('Name the records to remove from the relation.')
    const selected = await withLiveSegment(runtime, access, selection, selection, call)
    const row = await findParent(parent, call)
    const filter = { ...selected.filter, related: { relation, parent: row } }
    if (relation.kind === 'OneToMany') {
      const patch = Object.fromEntries(relation.keys.map(({ to }) => [to, null]))
      if (isDelete) await remove(target, filter, call)
      else await guardWrite(access, target, () => update(target, filter, patch, call))
      return noContent
    }
    // All are found before any is removed, since removing records shifts those that are read next.
    for (const rows of await findChunks(relation, filter, call)) {
      await unlinkThrough(relation, row, rows, call)
      if (isDelete) await remove(target, { conditionTree: matchRows(target, rows) }, call)
    }
    return noContent
  },
}

/** Rejects ids that several records share: records that were not selected would be removed. */
function requireProvenKey({ name, primaryKey, hasProvenKey }: CollectionModel): void {
  if (hasProvenKey) return
  const key = primaryKey.map(column => column.name)
  throw new UnprovenKeyError(name, key, 'be removed from a relation')
}

async function findChunks(
  { target, foreignKeys }: ManyToManyModel,
  filter: Filter,
  call: EngineCall,
): Promise<readonly (readonly Row[])[]> {
  const keys = [...target.primaryKey.map(column => column.name), ...foreignKeys.map(key => key.to)]
  const query = { collection: target, filter, projection: [...new Set(keys)], sort: [] }
  const chunks: (readonly Row[])[] = []
  for await (const rows of iterate(query, lookupCall(call), { chunkSize })) chunks.push(rows)
  return chunks
}

function matchRows(collection: CollectionModel, rows: readonly Row[]): ConditionTree {
  const ids = rows.map(row => collection.primaryKey.map(column => row[column.name]))
  return matchIds(collection, ids)
}
