import { exportedCollection } from '../query/exported-collection.js'
import { findParent, parseParent } from '../record/parent.js'
import { exportList } from './export-list.js'
import type { PrivateRoute } from './route.js'

/** Every record of a to-many relation, as CSV. */
export const relatedCsv: PrivateRoute = {
  method: 'GET',
  path: '/:collection/:id/relationships/:relation.csv',
  handler: async context => {
    const { runtime, params, access } = context
    const parent = parseParent(
      exportedCollection(runtime.model, params.collection!, access),
      params,
      access,
    )
    const { relation } = parent
    return exportList(context, relation.target, async call => ({
      relation,
      parent: await findParent(parent, call),
    }))
  },
}
