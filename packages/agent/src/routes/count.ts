import { countRows } from '../query/count-rows.js'
import { exportedCollection } from '../query/exported-collection.js'
import { parseCountQuery } from '../query/parse-count-query.js'
import { requireUses } from '../query/require-uses.js'
import type { PrivateRoute } from './route.js'

/** How many records a list has. */
export const count: PrivateRoute = {
  method: 'GET',
  path: '/:collection/count',
  isRead: true,
  handler: async ({ runtime, params, query, access }) => {
    const collection = exportedCollection(runtime.model, params.collection!, access)
    access.require('browse', collection)
    const parsed = parseCountQuery(runtime, access, collection, query)
    requireUses(access, parsed.uses)
    return runtime.serialise.count(
      await countRows(runtime, access, parsed, access.call(parsed.timezone)),
    )
  },
}
