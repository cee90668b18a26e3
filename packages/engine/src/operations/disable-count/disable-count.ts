import type { Additions, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface DisableCount<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Stops counting the records of large collections: pages come without a total.
   *
   * @example
   * events.disableCount()
   */
  disableCount(): CollectionCustomizer<S, N, A>
}

export const disableCount = defineOperation('disableCount', collection => {
  collection.isCountable = false
})
