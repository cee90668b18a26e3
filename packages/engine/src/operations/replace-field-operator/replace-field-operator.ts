import { knownNames, ValidationError } from '@service/base'
import { type ConditionTree, legalOperators, type Operator } from '@service/datasource-toolkit'
import type { CollectionContext } from '../../context/collection-context.js'
import { draftColumn } from '../../model/draft.js'
import { defineOperation } from '../define-operation.js'

/** Returns the condition that replaces an operator and its value. */
export type OperatorReplacement = (
  value: unknown,
  context: CollectionContext,
) => ConditionTree | undefined | Promise<ConditionTree | undefined>

export const replaceFieldOperator = defineOperation(
  'replaceFieldOperator',
  (collection, name: string, operator: Operator, replace: OperatorReplacement) => {
    const column = draftColumn(collection, name)
    const legal = legalOperators(column.columnType)
    if (!legal.has(operator)) {
      throw new ValidationError(
        `'${operator}' cannot be used on '${name}'. Possible: ${knownNames(operator, legal, legal.size)}`,
      )
    }
    if (typeof replace !== 'function') {
      throw new ValidationError(`'${operator}' of '${name}' needs a function that replaces it.`)
    }
    column.filter = new Map(column.filter).set(operator, { kind: 'replaced', replace })
  },
)
