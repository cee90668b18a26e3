import { defineOperation } from '../define-operation.js'

export const disableSearch = defineOperation('disableSearch', collection => {
  collection.isSearchable = false
})
