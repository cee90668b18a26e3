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

/**
 * Represents key values in a condition that are known only when the plan runs; recognised by
 * identity.
 */
export interface KeySet {
  readonly kind: 'keys'
  /** Columns to compare, one per column of the key. */
  readonly columns: readonly string[]
  /** False when the source has `Equal` but not `In`. */
  readonly canList: boolean
}

/** A list to run before the scan: the keys it finds replace the set in the conditions. */
export interface Lookup {
  readonly keys: KeySet
  /** Columns of the list that hold the key. */
  readonly columns: readonly string[]
  readonly plan: ListPlan
}

/** Names of the nested rows between a row and another one. */
export type RowPath = readonly string[]

export interface JoinStep {
  readonly kind: 'join'
  readonly at: RowPath
  readonly as: string
  /** Columns of the rows that hold the key. */
  readonly from: readonly string[]
  readonly relation: ToOneModel
  readonly keys: KeySet
  readonly plan: ListPlan
}

export interface ComputeStep {
  readonly kind: 'compute'
  readonly at: RowPath
  /** The collection that has the column. */
  readonly owner: CollectionModel
  readonly column: ColumnModel
  /** The name of its values in the rows. */
  readonly as: string
  /** The paths in the rows of its dependencies, in their order. */
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

/** Who writes the lines of an export: the source, or the agent for a reason. */
export type CsvPlan =
  | { readonly kind: 'source' }
  | { readonly kind: 'agent'; readonly reason: string }

/** A list plan: run the lookups, scan, then run the steps in order. */
export interface ListPlan {
  readonly kind: 'list'
  readonly collection: CollectionModel
  /** The source of the scan: that of the collection or of its junction. */
  readonly source: CollectionSource
  readonly scan: Scan
  readonly lookups: readonly Lookup[]
  /** Runs when the lookups find too many keys for one statement. */
  readonly otherwise?: ListPlan
  readonly steps: readonly Step[]
  /**
   * True when the scan has a total order whose values are in its rows, so that it can be read in
   * chunks.
   */
  readonly isResumable: boolean
  /** True when the conditions cannot match any row. */
  readonly isEmpty: boolean
  /** Optional: only for exports. */
  readonly csv?: CsvPlan
}

/** The source aggregates. */
export interface PushedAggregatePlan {
  readonly kind: 'aggregate'
  readonly collection: CollectionModel
  readonly source: CollectionSource
  readonly scan: AggregateScan
  readonly lookups: readonly Lookup[]
  /** Runs when the lookups find too many keys for one statement. */
  readonly otherwise?: FoldPlan
  /** Name of the junction's join, which prefixes the groups of the scan. */
  readonly through?: string
  readonly isEmpty: boolean
}

/** The rows are listed and aggregated in memory. */
export interface FoldPlan {
  readonly kind: 'fold'
  readonly collection: CollectionModel
  readonly list: ListPlan
  readonly aggregation: Aggregation
  readonly limit?: number
}

export type AggregatePlan = PushedAggregatePlan | FoldPlan
