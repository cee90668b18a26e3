import { isServiceError } from '@service/base'
import { castFilterValue, legalOperators, type Operator } from '@service/datasource-toolkit'
import type { CollectionModel, Collections, FieldModel } from '../schema/collection-model.js'
import { findField } from '../schema/find-field.js'
import { toOperator } from '../schema/to-operator.js'
import { formatFilter } from './filter-text.js'
import {
  type FilterLeaf,
  type FilterPath,
  type FilterTree,
  isBranch,
  isUnreadable,
} from './filter-tree.js'
import { fillVariables, type UserVariables } from './user-variables.js'

/** Why a part of a filter is left out of requests. */
type BrokenReason =
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'unknown-field'; readonly field: string }
  | { readonly kind: 'unknown-operator'; readonly operator: string; readonly field: string }
  | { readonly kind: 'wrong-value'; readonly field: string; readonly message: string }
  | { readonly kind: 'unknown-variable'; readonly field: string }

export interface BrokenCondition {
  readonly path: FilterPath
  readonly text: string
  readonly reason: BrokenReason
}

export interface CheckedFilter {
  /** What is sent to the agent; undefined matches every record. */
  readonly tree: FilterTree | undefined
  readonly broken: readonly BrokenCondition[]
}

/**
 * Checks a filter against the schema. Conditions with unknown fields, operators or wrong values are
 * reported and left out of what is sent. Variables of the person are filled in.
 *
 * @example
 * checkFilter(parseFilter('gone.equal.1'), collections, orders, 'UTC').broken[0]?.reason.kind // 'unknown-field'
 */
export function checkFilter(
  tree: FilterTree | undefined,
  collections: Collections,
  collection: CollectionModel,
  timezone: string,
  variables: UserVariables = {},
): CheckedFilter {
  const broken: BrokenCondition[] = []
  return { tree: tree && keepSound(tree, []), broken }

  function keepSound(part: FilterTree, path: FilterPath): FilterTree | undefined {
    if (isBranch(part)) {
      const conditions = part.conditions.flatMap(
        (condition, index) => keepSound(condition, [...path, index]) ?? [],
      )
      return conditions.length === 0 ? undefined : { ...part, conditions }
    }
    if (isUnreadable(part)) return leaveOut({ kind: 'unreadable' })
    const field = findField(collections, collection, part.field)?.field
    const value = field && fillVariables(part.value, variables, field.columnType)
    if (field && value === undefined && part.value !== undefined) {
      return leaveOut({ kind: 'unknown-variable', field: part.field })
    }
    const filled = value === undefined ? part : { ...part, value }
    const reason = findFault(filled, field, timezone)
    return reason ? leaveOut(reason) : filled

    function leaveOut(reason: BrokenReason): undefined {
      broken.push({ path, text: formatFilter(part), reason })
    }
  }
}

function findFault(
  leaf: FilterLeaf,
  field: FieldModel | undefined,
  timezone: string,
): BrokenReason | undefined {
  if (field?.kind !== 'column') return { kind: 'unknown-field', field: leaf.field }
  const operator = toOperator(leaf.operator)
  if (!operator || !isOffered(field, operator)) {
    return { kind: 'unknown-operator', operator: leaf.operator, field: leaf.field }
  }
  try {
    const { columnType, enumValues } = field
    castFilterValue(
      { field: leaf.field, operator, value: leaf.value },
      { columnType, ...(enumValues.length > 0 && { enumValues }) },
      timezone,
    )
    return undefined
  } catch (error) {
    if (!isServiceError(error)) throw error
    return { kind: 'wrong-value', field: leaf.field, message: error.message }
  }
}

function isOffered({ operators, columnType }: FieldModel, operator: Operator): boolean {
  return operators.includes(operator) && legalOperators(columnType).has(operator)
}
