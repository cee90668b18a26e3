import type { FieldPath, SortClause } from '@service/datasource-toolkit'
import type { CollectionModel, ListQuery } from '@service/engine'
import type { ParsedRows } from './parse-rows.js'
import type { ViewPath } from './uses.js'

/** The query of a list, read from a URL. */
export interface ParsedList extends ParsedRows {
  readonly timezone: string
  readonly query: ListQuery
  /** What is written: the query may read more, for cursors. */
  readonly projection: readonly FieldPath[]
  /** What was asked for, in that order, without the keys that were added to it. */
  readonly columns: readonly ViewPath[]
  /** The columns are there because none was asked for: those the caller may not see are left out. */
  readonly isDefault: boolean
  /** The collections whose fields the list names or shows. */
  readonly touched: readonly CollectionModel[]
  /** Keyset paging: the total order of the list, and the page size asked for. */
  readonly keyset?: { readonly sort: readonly SortClause[]; readonly size: number }
}
