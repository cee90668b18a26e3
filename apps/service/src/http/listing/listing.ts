import type { Instant } from '../../store/instant.js'
import type { Order } from './cursor.js'
import { comparisons } from './instant-parameter.js'
import type { Translated } from './list-query.js'

/** The environment or project whose rows a list holds. */
export interface Owner {
  readonly id: number
  readonly name: string
}

/** How a parameter narrows a list: the rows where `column operator value` is true. */
export interface Filter {
  readonly column: string
  readonly operator: string
  /** What the column is compared with; the parameter itself unless said. */
  readonly value?: (parameter: string) => string
  /** A second condition. */
  readonly also?: (parameter: string) => string
  /** There is an index on owner, column and `created_at`: the rows can be read from it in order. */
  readonly isIndexed?: boolean
  /** The rows that match may lie far apart: the best plan depends on the value. */
  readonly isSparse?: boolean
}

export type Filters = Readonly<Record<string, Filter>>

/** What a statement reads: the rows of owner `$1` that match, in order, as many as asked for. */
export interface Window {
  /** Begins with `and` unless empty. */
  readonly conditions: string
  readonly orderBy: string
  readonly order: Order
  readonly limit: number
  /** Whether a parameter was given. */
  has(parameter: string): boolean
}

/** A list of rows that are placed by the instant of their creation, which no two of an owner share. */
export interface Listing<Row extends { readonly created_at: Instant }, Item> {
  /** Stands in its cursors. */
  readonly name: string
  /** By parameter. Of several that are indexed the first one given leads. */
  readonly filters: Filters
  /** `windowOf` may be asked again, with other filters in the place of some. */
  readonly statement: (windowOf: (others?: Filters) => Window) => string
  readonly itemOf: (row: Row, owner: Owner) => Item
}

/** The parsed parameters of a list. */
export type ListQuery = {
  readonly limit?: number
  readonly order?: Order
  readonly cursor?: string
} & { readonly [filter: string]: string | number | boolean | Translated | undefined }

/**
 * A filter on equality with an indexed column. The planner does not look into the sub-select: with
 * the value at hand it would guess from statistics, and now and then walk all rows by time.
 */
export const equals = (
  column: string,
  type: 'text' | 'bigint',
  value = (parameter: string) => `(select ${parameter}::${type})`,
): Filter => ({ column, operator: '=', value, isIndexed: true })

/** Filters on an instant of a row: `createdAt.lt` and its siblings. */
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

/** The id of a log entry: opaque to clients, and unique over all owners. */
export const logId = (owner: Owner, seq: number): string =>
  `${owner.id.toString(36)}-${seq.toString(36)}`
