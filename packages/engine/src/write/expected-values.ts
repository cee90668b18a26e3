import { ownValue } from '@service/base'
import type { ConditionTree, Row } from '@service/datasource-toolkit'
import { ConditionTreeFactory, compareValues, keepExact } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel } from '../model/model.js'
import { sourceOperators } from '../plan/get-path.js'
import type { Filter } from '../query.js'

/** The records of a write, which changes only those that still have the expected values. */
export interface WriteFilter extends Filter {
  /** Uses operators of the source on its own columns. Hooks do not receive it. */
  readonly expected?: ConditionTree | undefined
}

/** Returns the filter with the expected values as part of its condition. */
export function withExpected({ expected, ...filter }: WriteFilter): Filter {
  if (!expected) return filter
  const conditionTree = ConditionTreeFactory.intersect([filter.conditionTree, expected])
  return { ...filter, conditionTree }
}

/** Returns the filter that hooks and customer code receive. */
export function withoutExpected({ expected, ...filter }: WriteFilter): Filter {
  return filter
}

/** How the expected values of a record are compared. */
export interface ExpectedValues {
  /** Compared by the source, in the statement of the write. */
  readonly condition?: ConditionTree | undefined
  /** False when some fields can only be compared after reading them. */
  readonly isComplete: boolean
}

/** Splits expected values between the source and memory. */
export function splitExpected(collection: CollectionModel, expected: Row): ExpectedValues {
  const names = Object.keys(expected)
  const compared = names.filter(name => isComparedBySource(collection, name))
  return {
    condition: ConditionTreeFactory.intersect(
      compared.map(name => ({ field: name, operator: 'Equal', value: expected[name] })),
    ),
    isComplete: compared.length === names.length,
  }
}

/** A replaced or emulated operator may mean something else than equality of the values shown. */
function isComparedBySource(collection: CollectionModel, name: string): boolean {
  const { column } = collection.path(name)
  const isOwn = column.read.kind === 'native' && column.filter.get('Equal')?.kind === 'native'
  return isOwn && sourceOperators(collection, column).has('Equal')
}

/** Whether every field has its expected value. */
export function hasExpectedValues(
  collection: CollectionModel,
  expected: Row,
  current: Row,
): boolean {
  return Object.entries(expected).every(([name, value]) =>
    isSame(collection.path(name).column, value, ownValue(current, name) ?? null),
  )
}

function isSame({ columnType }: ColumnModel, expected: unknown, current: unknown): boolean {
  // Clients round long numbers inside documents.
  const given = columnType === 'Json' ? keepExact(expected, current) : expected
  return compareValues(columnType, given, current, 'last') === 0
}
