import type { Instant } from '../../store/instant.js'
import type { Order } from './cursor.js'
import { comparisons } from './instant-parameter.js'
import type { Translated } from './list-query.js'

/** The environment or project whose rows a list holds. */
export interface Owner {
  readonly id: number
  readonly name: string
}

/** The condition in SQL of a parameter; `value` is its placeholder. */
export type Filter = (value: string) => string

/** What a statement reads: the rows of owner `$1` that match, in order, as many as asked for. */
export interface Window {
  /** Begins with `and` unless empty. */
  readonly conditions: string
  readonly order: Order
  readonly limit: number
  /** Names of the parameters given. */
  has(parameter: string): boolean
}

/** A list of rows that are placed by the instant of their creation, which no two of an owner share. */
export interface Listing<Row extends { readonly created_at: Instant }, Item> {
  /** Stands in its cursors. */
  readonly name: string
  readonly filters: Readonly<Record<string, Filter>>
  readonly statement: (window: Window) => string
  readonly itemOf: (row: Row, owner: Owner) => Item
}

/** The parsed parameters of a list. */
export type ListQuery = {
  readonly limit?: number
  readonly order?: Order
  readonly cursor?: string
} & { readonly [filter: string]: string | number | boolean | Translated | undefined }

/** Filters on an instant: `createdAt.lt` and its siblings. `condition` defaults to the comparison alone. */
export function instantColumn(
  name: string,
  column: string,
  condition = (comparison: string, _operator: string) => comparison,
): Record<string, Filter> {
  return Object.fromEntries(
    Object.entries(comparisons).map(([key, operator]) => [
      `${name}.${key}`,
      (value: string) => condition(`${column} ${operator} ${value}`, operator),
    ]),
  )
}

/** The id of a log entry: opaque to clients, and unique over all owners. */
export const logId = (owner: Owner, seq: number): string =>
  `${owner.id.toString(36)}-${seq.toString(36)}`
