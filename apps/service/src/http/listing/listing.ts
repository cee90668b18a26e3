import type { Instant } from '../../store/instant.js'
import type { Order } from './cursor.js'
import { comparisons } from './instant-parameter.js'
import type { Translated } from './list-query.js'

/** The environment or project that owns the rows of a list. */
export interface Owner {
  readonly id: number
  readonly name: string
}

/** A filter: the rows where `column operator value` is true. */
export interface Filter {
  readonly column: string
  readonly operator: string
  /** Converts the parameter to the compared value. Absent: the parameter itself. */
  readonly value?: (parameter: string) => string
  /** A further condition. Absent: none. */
  readonly extraCondition?: (parameter: string) => string
  /** There is an index on owner, column and `created_at`, so rows can be read from it in order. */
  readonly isIndexed?: boolean
  /** Few rows match, and an index has only those: PostgreSQL chooses it over that of a leading filter. */
  readonly isSelective?: boolean
  /** Matching rows may be far apart, so the best plan depends on the value. */
  readonly isSparse?: boolean
}

export type Filters = Readonly<Record<string, Filter>>

/** The rows of owner `$1` to read: conditions, order and limit. */
export interface ListSelection {
  /** Starts with `and` unless empty. */
  readonly conditions: string
  readonly orderBy: string
  readonly order: Order
  readonly limit: number
  /** Whether a parameter was given. */
  has(parameter: string): boolean
}

/** A list ordered by `created_at`, which is unique per owner. */
export interface Listing<Row extends { readonly created_at: Instant }, Item> {
  /** The name in its cursors. */
  readonly name: string
  /** By parameter. Of several indexed ones, the first given is the leading filter. */
  readonly filters: Filters
  /** `buildSelection` can be called again with some filters replaced. */
  readonly statement: (buildSelection: (others?: Filters) => ListSelection) => string
  readonly toItem: (row: Row, owner: Owner) => Item
}

/** The parsed parameters of a list. */
export type ListQuery = {
  readonly limit?: number
  readonly order?: Order
  readonly cursor?: string
} & { readonly [filter: string]: string | number | boolean | Translated | undefined }

/**
 * A filter on equality with an indexed column. The sub-select hides the value from the planner, which would
 * otherwise guess from statistics and sometimes scan all rows by time.
 */
export const equals = (
  column: string,
  type: 'text' | 'bigint',
  value = (parameter: string) => `(select ${parameter}::${type})`,
): Filter => ({ column, operator: '=', value, isIndexed: true })

/** Filters on an instant of a row: `createdAt.lt` and so on. */
export function instantColumn(
  name: string,
  column: string,
  more: (operator: string) => Partial<Filter> = () => ({}),
): Record<string, Filter> {
  return Object.fromEntries(
    Object.entries(comparisons).map(([key, operator]) => [
      `${name}.${key}`,
      { column, operator, ...more(operator) },
    ]),
  )
}

/** The id of a log entry: opaque to clients, and unique across all owners. */
export const logId = (owner: Owner, seq: number): string =>
  `${owner.id.toString(36)}-${seq.toString(36)}`
