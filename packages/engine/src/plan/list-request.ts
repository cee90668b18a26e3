import type { ConditionTree, FieldPath, Page, SortClause } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import type { RelatedTo } from '../query.js'

/** A list whose filter is already expanded. */
export interface ListRequest {
  readonly collection: CollectionModel
  readonly where?: ConditionTree
  readonly projection: readonly FieldPath[]
  readonly sort: readonly SortClause[]
  readonly page?: Page
  readonly after?: readonly unknown[]
  readonly related?: RelatedTo
  /** True when no scope applies to the collection itself. */
  readonly isTrusted?: boolean
  /** True when the rows may come in any order. */
  readonly isUnordered?: boolean
  /** True when the rows may hold more than the projection. */
  readonly isLoose?: boolean
  /** True when the caller reads in chunks. */
  readonly isResumed?: boolean
  /** Selects only rows whose columns hold one of these keys. */
  readonly keyColumns?: readonly string[]
}
