import { exportedCollection } from '../query/exported-collection.js'
import { findParent, parseParent } from '../record/parent.js'
import { defineExport } from './export-list.js'

/** Every record of a to-many relation, as CSV. */
export const relatedCsv = defineExport(
  '/:collection/:id/relationships/:relation.csv',
  ({ runtime, params, access }) => {
    const collection = exportedCollection(runtime.model, params.collection!, access)
    const parent = parseParent(collection, params, access)
    const { relation } = parent
    return {
      collection: relation.target,
      findRelated: async call => ({ relation, parent: await findParent(parent, call) }),
    }
  },
)
