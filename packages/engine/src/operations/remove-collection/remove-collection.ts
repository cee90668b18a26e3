import { defineOperation } from '../define-operation.js'

/**
 * Recorded by `removeCollection` of the customizer: hides from clients, stays available in code.
 */
export const removeCollection = defineOperation('removeCollection', collection => {
  collection.isExported = false
})
