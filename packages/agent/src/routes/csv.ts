import { exportedCollection } from '../query/exported-collection.js'
import { exportList } from './export-list.js'
import type { PrivateRoute } from './route.js'

/** Every record of a list, as CSV. */
export const csv: PrivateRoute = {
  method: 'GET',
  path: '/:collection.csv',
  handler: async context => {
    const { runtime, params, access } = context
    return exportList(context, exportedCollection(runtime.model, params.collection!, access))
  },
}
