import type { Operator } from './operators.js'

/** A field, or a field of to-one relations: `total`, `customer:country:name`. */
export type FieldPath = string

export interface Leaf {
  readonly field: FieldPath
  readonly operator: Operator
  readonly value?: unknown
}

export type Aggregator = 'And' | 'Or'

export interface Branch {
  readonly aggregator: Aggregator
  readonly conditions: readonly ConditionTree[]
}

/** Absent means everything; an `Or` without conditions means nothing. */
export type ConditionTree = Leaf | Branch

export interface SortClause {
  readonly field: FieldPath
  readonly ascending: boolean
}

export interface Page {
  readonly skip: number
  readonly limit: number
}

export const aggregateOperations = ['Count', 'Sum', 'Avg', 'Max', 'Min'] as const
export type AggregateOperation = (typeof aggregateOperations)[number]

export const dateOperations = ['Year', 'Quarter', 'Month', 'Week', 'Day'] as const
export type DateOperation = (typeof dateOperations)[number]

export interface GroupBy {
  readonly field: FieldPath
  /** Groups by the first day of the period, in the time zone of the call. */
  readonly operation?: DateOperation
}

export interface Aggregation {
  readonly operation: AggregateOperation
  /** Absent with `Count`: counts rows. With a field: counts the values that are not null. */
  readonly field?: FieldPath
  readonly groups?: readonly GroupBy[]
}

/** One group: its value, and the value of each group-by field under its path. */
export interface Group {
  readonly value: unknown
  readonly group: Readonly<Record<FieldPath, unknown>>
}
