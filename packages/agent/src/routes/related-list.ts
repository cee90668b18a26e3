import { list, relatedQuery } from '@service/engine'
import { firstHeader, projectionHeaders } from '../aliases.js'
import { authoriseList } from '../query/authorise.js'
import { exportedCollection } from '../query/exported-collection.js'
import { parseListQuery } from '../query/parse-list-query.js'
import { withLiveSegment } from '../query/with-live-segment.js'
import { parseParent, readRelated } from '../record/parent.js'
import type { PrivateRoute } from './route.js'

/** A page of the records of a to-many relation. */
export const relatedList: PrivateRoute = {
  method: 'GET',
  path: '/:collection/:id/relationships/:relation',
  isRead: true,
  handler: async ({ runtime, request, params, query, access }) => {
    const parent = parseParent(
      exportedCollection(runtime.model, params.collection!, access),
      params,
      access,
    )
    const { relation } = parent
    access.require('browse', relation.target)
    const header = firstHeader(request, projectionHeaders)
    const requested = parseListQuery(runtime, access, relation.target, query, header)
    const parsed = authoriseList(runtime, access, requested)
    const call = access.call(parsed.timezone)
    const listQuery = await withLiveSegment(runtime, access, parsed, parsed.query, call)
    const rows = await readRelated(
      parent,
      call,
      row => list(relatedQuery(listQuery, { relation, parent: row }), call),
      found => found.length === 0,
    )
    return runtime.serialise.list(runtime, access, parsed, rows)
  },
}
