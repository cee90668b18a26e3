import { knownNames, ValidationError } from '@service/base'
import { legalOperators, type Operator } from '@service/datasource-toolkit'
import { draftColumn } from '../../model/draft.js'
import type { Additions, ColumnName, Schema } from '../../typings/schema.js'
import { defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'

export interface EmulateFieldOperator<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Makes one operator of a field available by filtering in memory.
   *
   * @example
   * orders.emulateFieldOperator('label', 'StartsWith')
   */
  emulateFieldOperator(name: ColumnName<S, N, A>, operator: Operator): CollectionCustomizer<S, N, A>
}

export const emulateFieldOperator = defineOperation(
  'emulateFieldOperator',
  (collection, name: string, operator: Operator) => {
    const column = draftColumn(collection, name)
    const legal = legalOperators(column.columnType)
    if (!legal.has(operator)) {
      throw new ValidationError(
        `'${operator}' does not apply to '${name}'. Allowed: ${knownNames(operator, legal, legal.size)}`,
      )
    }
    column.filter = new Map(column.filter).set(operator, { kind: 'emulated' })
  },
)
