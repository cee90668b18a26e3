import { readRecord } from '@service/engine'
import { firstHeader, projectionHeaders } from '../aliases.js'
import { authoriseList } from '../query/authorise.js'
import { exportedCollection } from '../query/exported-collection.js'
import { parseId } from '../query/parse-id.js'
import { parseGetQuery } from '../query/parse-list-query.js'
import { recordNotFound } from '../record/find-record.js'
import type { PrivateRoute } from './route.js'

/** One record. */
export const get: PrivateRoute = {
  method: 'GET',
  path: '/:collection/:id',
  isRead: true,
  handler: async ({ runtime, request, params, query, access }) => {
    const collection = exportedCollection(runtime.model, params.collection!, access)
    access.require('read', collection)
    const header = firstHeader(request, projectionHeaders)
    const requested = parseGetQuery(runtime, access, collection, query, header)
    const parsed = authoriseList(runtime, access, requested)
    const id = parseId(collection, params.id!)
    const row = await readRecord(parsed, id, access.call(parsed.timezone))
    if (row === undefined) throw recordNotFound(collection, params.id!)
    return runtime.serialise.record(runtime, access, collection, parsed.projection, row)
  },
}
