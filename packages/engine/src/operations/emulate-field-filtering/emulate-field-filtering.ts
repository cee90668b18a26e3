import { legalOperators } from '@service/datasource-toolkit'
import { draftColumn } from '../../model/draft.js'
import type { Additions, ColumnName, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface EmulateFieldFiltering<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Makes every operator of a field available, in memory where the source has none.
   *
   * @example
   * orders.emulateFieldFiltering('label')
   */
  emulateFieldFiltering(name: ColumnName<S, N, A>): CollectionCustomizer<S, N, A>
}

export const emulateFieldFiltering = defineOperation(
  'emulateFieldFiltering',
  (collection, name: string) => {
    const column = draftColumn(collection, name)
    const rules = new Map(column.filter)
    for (const operator of legalOperators(column.columnType)) {
      if (!rules.has(operator)) rules.set(operator, { kind: 'emulated' })
    }
    column.filter = rules
  },
)
