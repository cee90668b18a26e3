import { defineOperation } from '../define-operation.js'

export const disableCount = defineOperation('disableCount', collection => {
  collection.isCountable = false
})
