import { countRows } from '../query/count-rows.js'
import { exportedCollection } from '../query/exported-collection.js'
import { parseCountQuery } from '../query/parse-count-query.js'
import { requireUses } from '../query/require-uses.js'
import { parseParent, readRelated } from '../record/parent.js'
import type { PrivateRoute } from './route.js'

/** Counts the records of a to-many relation. */
export const relatedCount: PrivateRoute = {
  method: 'GET',
  path: '/:collection/:id/relationships/:relation/count',
  isRead: true,
  handler: async ({ runtime, params, query, access }) => {
    const parent = parseParent(
      exportedCollection(runtime.model, params.collection!, access),
      params,
      access,
    )
    const { relation } = parent
    access.require('browse', relation.target)
    const parsed = parseCountQuery(runtime, access, relation.target, query)
    requireUses(access, parsed.uses)
    const call = access.call(parsed.timezone)
    const counted = await readRelated(
      parent,
      call,
      row => countRows(runtime, access, parsed, call, { relation, parent: row }),
      result => !result.count,
    )
    return runtime.serialise.count(counted)
  },
}
