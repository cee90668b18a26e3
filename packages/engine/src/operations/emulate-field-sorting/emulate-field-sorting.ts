import { draftColumn } from '../../model/draft.js'
import type { Additions, ColumnName, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface EmulateFieldSorting<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Makes a field sortable by sorting in memory every record that matches the filter.
   *
   * @example
   * orders.emulateFieldSorting('label')
   */
  emulateFieldSorting(name: ColumnName<S, N, A>): CollectionCustomizer<S, N, A>
}

export const emulateFieldSorting = defineOperation(
  'emulateFieldSorting',
  (collection, name: string) => {
    draftColumn(collection, name).sort = { kind: 'emulated' }
  },
)
