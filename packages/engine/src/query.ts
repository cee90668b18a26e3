import type {
  Aggregation,
  Call,
  ConditionTree,
  FieldPath,
  Page,
  Row,
  SortClause,
} from '@service/datasource-toolkit'
import type { CollectionModel, FieldModel, ManyToManyModel, OneToManyModel } from './model/model.js'
import type { RefusedCreations } from './write/refuse-creations.js'
import type { WriteWatch } from './write/write-watch.js'

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

/** The rows of a collection a caller may see, applied to it wherever a request reaches it. */
export type ScopeOf = (collection: CollectionModel) => ConditionTree | undefined

/**
 * The fields of a collection a caller may not see, a relation to what they may not see among them.
 * Equal answers are one object: plans are cached by its identity. Undefined: none.
 */
export type HiddenIn = (collection: CollectionModel) => ReadonlySet<FieldModel> | undefined

/** One request's call, with the rows its caller may see. Absent `scopeOf`: all rows. */
export interface EngineCall extends Call {
  readonly scopeOf?: ScopeOf
  /** Where a search may not look. Absent: it looks everywhere. */
  readonly hiddenIn?: HiddenIn
  /** Relations through which the caller may change records and create none. Absent: they may. */
  readonly refusedCreations?: RefusedCreations
  /** A client asks, so that hooks run and rules are checked. Code asks through the inner door. */
  readonly isOuter?: boolean
  /** Told of the changes this call makes. Absent: nobody asks. */
  readonly watch?: WriteWatch
  /** Callbacks of customers that led to this call, outermost first. */
  readonly callbacks?: readonly string[]
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
