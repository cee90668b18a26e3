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
  /** Selects only the records that a parent references through a to-many relation. */
  readonly related?: RelatedTo
}

/** `parent` has at least the columns the relation starts from. */
export interface RelatedTo {
  readonly relation: OneToManyModel | ManyToManyModel
  readonly parent: Row
}

/** Immutable, because plans are cached by the identity of a query. */
export interface ListQuery {
  readonly collection: CollectionModel
  readonly filter: Filter
  readonly projection: readonly FieldPath[]
  readonly sort: readonly SortClause[]
  readonly page?: Page
  /** Keyset paging: the values of `totalSort` in the last row of the previous page. */
  readonly after?: readonly unknown[]
}

/**
 * What to read of one record. Immutable, because one plan serves all ids, by the identity of the
 * query.
 */
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
