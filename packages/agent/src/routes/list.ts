import { list as listRows } from '@service/engine'
import { firstHeader, projectionHeaders } from '../aliases.js'
import { authoriseList } from '../query/authorise.js'
import { exportedCollection } from '../query/exported-collection.js'
import { parseListQuery } from '../query/parse-list-query.js'
import { withLiveSegment } from '../query/with-live-segment.js'
import type { PrivateRoute } from './route.js'

/** A page of records. */
export const list: PrivateRoute = {
  method: 'GET',
  path: '/:collection',
  isRead: true,
  handler: async ({ runtime, request, params, query, access }) => {
    const collection = exportedCollection(runtime.model, params.collection!, access)
    access.require('browse', collection)
    const header = firstHeader(request, projectionHeaders)
    const requested = parseListQuery(runtime, access, collection, query, header)
    const parsed = authoriseList(runtime, access, requested)
    const call = access.call(parsed.timezone)
    const listQuery = parsed.liveSegment
      ? await withLiveSegment(runtime, access, parsed, parsed.query, call)
      : parsed.query
    return runtime.serialise.list(runtime, access, parsed, await listRows(listQuery, call))
  },
}
