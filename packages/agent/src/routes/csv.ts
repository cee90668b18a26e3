import { exportedCollection } from '../query/exported-collection.js'
import { defineExport } from './export-list.js'

/** Every record of a list, as CSV. */
export const csv = defineExport('/:collection.csv', ({ runtime, params, access }) => ({
  collection: exportedCollection(runtime.model, params.collection!, access),
}))
