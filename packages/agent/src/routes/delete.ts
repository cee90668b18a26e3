import { remove, requireWritable } from '@service/engine'
import { exportedCollection } from '../query/exported-collection.js'
import { matchIds, parseId } from '../query/parse-id.js'
import { parseSelection } from '../query/parse-selection.js'
import { readTimezone } from '../query/parse-timezone.js'
import { withLiveSegment } from '../query/with-live-segment.js'
import { noContent } from '../serialise/record-response.js'
import { bodyObject } from './body-object.js'
import type { PrivateRoute } from './route.js'

/** Deletes one record; one that does not exist is not an error. */
export const deleteOne: PrivateRoute = {
  method: 'DELETE',
  path: '/:collection/:id',
  handler: async ({ runtime, params, query, access }) => {
    const collection = exportedCollection(runtime.model, params.collection!, access)
    access.require('delete', collection)
    requireWritable(collection, 'delete')
    const call = access.call(readTimezone(query))
    const conditionTree = matchIds(collection, [parseId(collection, params.id!)])
    await remove(collection, { conditionTree }, call)
    return noContent
  },
}

/** Deletes the records selected. */
export const deleteMany: PrivateRoute = {
  method: 'DELETE',
  path: '/:collection',
  handler: async context => {
    const { runtime, params, query, access } = context
    const collection = exportedCollection(runtime.model, params.collection!, access)
    access.require('delete', collection)
    requireWritable(collection, 'delete')
    const call = access.call(readTimezone(query))
    const selection = parseSelection(collection, await bodyObject(context), query, access)
    if (selection.isEmpty) return noContent
    const { filter } = await withLiveSegment(runtime, access, selection, selection, call)
    await remove(collection, filter, call)
    return noContent
  },
}
