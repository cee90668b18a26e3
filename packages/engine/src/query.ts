import type {
  Aggregation,
  Call,
  ConditionTree,
  FieldPath,
  Page,
  SortClause,
} from '@service/datasource-toolkit'
import type { CollectionModel } from './model/model.js'

export interface Filter {
  readonly conditionTree?: ConditionTree
  readonly search?: string
  readonly searchExtended?: boolean
  readonly segment?: string
}

/** The rows of a collection a caller may see, applied to it wherever a request reaches it. */
export type ScopeOf = (collection: CollectionModel) => ConditionTree | undefined

/** One request's call, with the rows its caller may see. Absent `scopeOf`: all rows. */
export interface EngineCall extends Call {
  readonly scopeOf?: ScopeOf
}

/** Immutable: plans are cached by the identity of a query, so a query must not be edited. */
export interface ListQuery {
  readonly collection: CollectionModel
  readonly filter: Filter
  readonly projection: readonly FieldPath[]
  readonly sort: readonly SortClause[]
  readonly page?: Page
  /** Keyset paging: values of `sort` completed by the primary key, of the last row already seen. */
  readonly after?: readonly unknown[]
}

export interface AggregateQuery {
  readonly collection: CollectionModel
  readonly filter: Filter
  readonly aggregation: Aggregation
  readonly limit?: number
}
