import { draftColumn } from '../../model/draft.js'
import type { Additions, ColumnName, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface DisableFieldSorting<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Refuses sorts by a field, e.g. one without an index.
   *
   * @example
   * orders.disableFieldSorting('note')
   */
  disableFieldSorting(name: ColumnName<S, N, A>): CollectionCustomizer<S, N, A>
}

export const disableFieldSorting = defineOperation(
  'disableFieldSorting',
  (collection, name: string) => {
    draftColumn(collection, name).sort = { kind: 'none' }
  },
)
