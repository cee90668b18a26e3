import { ValidationError } from '@service/base'
import type { SearchReplacement } from '../../search/search-context.js'
import type { Additions, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface ReplaceSearch<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Answers the search bar by a condition of your own, also after `disableSearch`.
   *
   * @example
   * products.replaceSearch((text, extended, context) =>
   *   /^\d{13}$/.test(text)
   *     ? { field: 'ean', operator: 'Equal', value: text }
   *     : context.generateSearchFilter(text, { extended, excludeFields: ['internalNote'] }),
   * )
   */
  replaceSearch(search: SearchReplacement<S, N, A>): CollectionCustomizer<S, N, A>
}

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
