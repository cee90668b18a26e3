import type { Operator } from './operators.js'

/** A field, or a field behind to-one relations: `total`, `customer:country:name`. */
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

/** An absent tree matches every row; an `Or` without conditions matches none. */
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
  /** Groups by the first day of the period, in the time zone of the call. Optional. */
  readonly operation?: DateOperation
}

export interface Aggregation {
  readonly operation: AggregateOperation
  /** Counts values that are not null. Optional for `Count`, which counts rows without it. */
  readonly field?: FieldPath
  readonly groups?: readonly GroupBy[]
}

/** One group: its value, and the value of each group-by field under its path. */
export interface Group {
  readonly value: unknown
  readonly group: Readonly<Record<FieldPath, unknown>>
}
