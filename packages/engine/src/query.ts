import type {
  Aggregation,
  ConditionTree,
  FieldPath,
  Page,
  Row,
  SortClause,
} from '@service/datasource-toolkit'
import type { CollectionModel, ManyToManyModel, OneToManyModel } from './model/model.js'

export interface Filter {
  readonly conditionTree?: ConditionTree
  readonly search?: string
  readonly searchExtended?: boolean
  readonly segment?: string
  /** Only the records a parent reaches through one of its to-many relations. */
  readonly related?: RelatedTo
}

/** `parent` holds at least the columns the relation starts from. */
export interface RelatedTo {
  readonly relation: OneToManyModel | ManyToManyModel
  readonly parent: Row
}

/** Immutable: plans are cached by the identity of a query, so a query must not be edited. */
export interface ListQuery {
  readonly collection: CollectionModel
  readonly filter: Filter
  readonly projection: readonly FieldPath[]
  readonly sort: readonly SortClause[]
  readonly page?: Page
  /** Keyset paging: values of the `totalSort` in the last row already seen. */
  readonly after?: readonly unknown[]
}

/** What to read of one record. Immutable: one plan serves all its ids, by the identity of the query. */
export interface RecordQuery {
  readonly collection: CollectionModel
  readonly projection: readonly FieldPath[]
}

export interface AggregateQuery {
  readonly collection: CollectionModel
  readonly filter: Filter
  readonly aggregation: Aggregation
  readonly limit?: number
}
