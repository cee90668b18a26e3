import { knownNames, ValidationError } from '@service/base'
import { legalOperators, type Operator } from '@service/datasource-toolkit'
import { draftColumn } from '../../model/draft.js'
import { defineOperation } from '../define-operation.js'

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
