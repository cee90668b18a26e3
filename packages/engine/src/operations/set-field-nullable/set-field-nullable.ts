import { draftColumn } from '../../model/draft.js'
import type { Additions, ColumnName, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface SetFieldNullable<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Lets clients leave a field empty; the database may still refuse.
   *
   * @example
   * orders.setFieldNullable('reference')
   */
  setFieldNullable(name: ColumnName<S, N, A>): CollectionCustomizer<S, N, A>
}

export const setFieldNullable = defineOperation('setFieldNullable', (collection, name: string) => {
  const column = draftColumn(collection, name)
  column.allowNull = true
  column.checks = column.checks.filter(({ operator }) => operator !== 'Present')
})
