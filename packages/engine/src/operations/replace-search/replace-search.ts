import { ValidationError } from '@service/base'
import type { SearchReplacement } from '../../search/search-context.js'
import { defineOperation } from '../define-operation.js'

export const replaceSearch = defineOperation(
  'replaceSearch',
  (collection, search: SearchReplacement) => {
    if (typeof search !== 'function') {
      throw new ValidationError('The search needs a function that makes a condition of a text.')
    }
    collection.search = search
    collection.isSearchable = true
  },
)
