import type { FieldPath, SortClause } from '@service/datasource-toolkit'
import type { CollectionModel, ListQuery } from '@service/engine'
import type { ParsedRows } from './parse-rows.js'
import type { ViewPath } from './uses.js'

/** The query of a list, read from a URL. */
export interface ParsedList extends ParsedRows {
  readonly timezone: string
  readonly query: ListQuery
  /** The fields of the response; the query may read more, for cursors. */
  readonly projection: readonly FieldPath[]
  /** The requested columns in order, without the keys that were added. */
  readonly columns: readonly ViewPath[]
  /** No columns were requested: those the caller may not see are left out. */
  readonly isDefault: boolean
  /** The collections whose fields the list uses. */
  readonly touched: readonly CollectionModel[]
  /** Keyset paging: the total order of the list, and the requested page size. */
  readonly keyset?: { readonly sort: readonly SortClause[]; readonly size: number }
}
