import type { Additions, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface DisableSearch<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Takes the search bar away from a collection; a search on it becomes an error.
   *
   * @example
   * events.disableSearch()
   */
  disableSearch(): CollectionCustomizer<S, N, A>
}

export const disableSearch = defineOperation('disableSearch', collection => {
  collection.isSearchable = false
})
