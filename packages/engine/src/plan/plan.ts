import type {
  AggregateScan,
  Aggregation,
  CollectionSource,
  ConditionTree,
  FieldPath,
  Page,
  Scan,
  SortClause,
} from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel, ToOneModel } from '../model/model.js'

/** Stands in a condition for key values known only when the plan runs; recognised by identity. */
export interface KeySet {
  readonly kind: 'keys'
  /** Columns on the side of the condition, one per part of the key. */
  readonly columns: readonly string[]
  /** False when the source has `Equal` but not `In`. */
  readonly canList: boolean
}

/** A list to run before the scan: the keys it finds replace the set in the conditions. */
export interface Lookup {
  readonly keys: KeySet
  /** Columns of the list that hold the parts of the key. */
  readonly columns: readonly string[]
  readonly plan: ListPlan
}

/** Names of the nested rows that lead from a row to another one. */
export type RowPath = readonly string[]

export interface JoinStep {
  readonly kind: 'join'
  readonly at: RowPath
  readonly as: string
  /** Columns of the rows that hold the parts of the key. */
  readonly from: readonly string[]
  readonly relation: ToOneModel
  readonly keys: KeySet
  readonly plan: ListPlan
}

export interface ComputeStep {
  readonly kind: 'compute'
  readonly at: RowPath
  /** The collection the column is of. */
  readonly owner: CollectionModel
  readonly column: ColumnModel
  /** The name of its values in the rows. */
  readonly as: string
  /** Where the rows hold what it needs, in the order it names them. */
  readonly reads: readonly FieldPath[]
}

/** Which columns and nested rows to keep. */
export interface Shape {
  readonly columns: readonly string[]
  readonly relations: ReadonlyMap<string, Shape>
}

export type Step =
  | { readonly kind: 'unwrap'; readonly as: string }
  | JoinStep
  | ComputeStep
  | { readonly kind: 'filter'; readonly where: ConditionTree }
  | {
      readonly kind: 'sort'
      readonly clauses: readonly SortClause[]
      readonly after?: readonly unknown[]
    }
  | { readonly kind: 'page'; readonly page: Page }
  | { readonly kind: 'shape'; readonly shape: Shape }

/** How to list: look keys up, scan, then run the steps in order. */
export interface ListPlan {
  readonly kind: 'list'
  readonly collection: CollectionModel
  /** Where the scan runs: the collection's source, or its junction's. */
  readonly source: CollectionSource
  readonly scan: Scan
  readonly lookups: readonly Lookup[]
  /** What runs when the lookups find too many keys for one statement. */
  readonly otherwise?: ListPlan
  readonly steps: readonly Step[]
  /** The scan is in a total order whose values are in its rows: it can be read in chunks. */
  readonly isResumable: boolean
  /** The conditions can match no row whatever the data. */
  readonly isEmpty: boolean
}

/** The source folds. */
export interface PushedAggregatePlan {
  readonly kind: 'aggregate'
  readonly collection: CollectionModel
  readonly source: CollectionSource
  readonly scan: AggregateScan
  readonly lookups: readonly Lookup[]
  /** What runs when the lookups find too many keys for one statement. */
  readonly otherwise?: FoldPlan
  /** Name of the junction's join, which the groups of the scan begin with. */
  readonly through?: string
  readonly isEmpty: boolean
}

/** The rows are listed and folded in memory. */
export interface FoldPlan {
  readonly kind: 'fold'
  readonly collection: CollectionModel
  readonly list: ListPlan
  readonly aggregation: Aggregation
  readonly limit?: number
}

export type AggregatePlan = PushedAggregatePlan | FoldPlan
