import type { Logger } from '@service/base'
import type {
  Call,
  CollectionSource,
  ColumnType,
  ConditionTree,
  FieldPath,
  JsonPath,
  KeyPair,
  Operator,
  Row,
  SortClause,
  SourceCapabilities,
  ValidationRule,
} from '@service/datasource-toolkit'
import type { ActionModel } from '../actions/action-model.js'
import type { ChartDefinition, CollectionChartDefinition } from '../charts/chart.js'
import type { CollectionContext, CustomerContext } from '../context/collection-context.js'
import type { PlanObserver, PlanTracing } from '../execute/plan-observer.js'
import type { Hooks } from '../hooks/hook-contexts.js'
import type { JournalEntry } from '../journal-entry.js'
import type { SearchReplacement } from '../search/search-context.js'
import type { Overrides } from '../write/overrides.js'
import type { WriteHandler } from '../write/write-handler.js'
import type { WriteWatch } from '../write/write-watch.js'

/** How a field is read. */
export type ReadRule =
  | { readonly kind: 'native'; readonly column: string; readonly isJsonPath?: boolean }
  | {
      readonly kind: 'computed'
      readonly dependencies: readonly FieldPath[]
      readonly getValues: GetValues
    }
  | { readonly kind: 'alias'; readonly path: FieldPath }

export type GetValues = (
  records: readonly Row[],
  context: CollectionContext,
) => readonly unknown[] | Promise<readonly unknown[]>

/** How one operator of a field is evaluated. An operator without a rule is not available. */
export type FilterRule =
  | { readonly kind: 'native' }
  | { readonly kind: 'equivalent' }
  | {
      readonly kind: 'replaced'
      readonly replace: (
        value: unknown,
        context: CollectionContext,
      ) => ConditionTree | undefined | Promise<ConditionTree | undefined>
    }
  | { readonly kind: 'emulated' }
  /** Like the field it imports. */
  | { readonly kind: 'imported' }

export type SortRule =
  | { readonly kind: 'native' }
  | { readonly kind: 'imported' }
  | { readonly kind: 'replaced'; readonly clauses: readonly SortClause[] }
  | { readonly kind: 'emulated' }
  | { readonly kind: 'none' }

export type WriteRule =
  | { readonly kind: 'native' }
  /** Through the relations of the path it imports. */
  | { readonly kind: 'imported' }
  /** Inside a JSON column, by a source that supports it. */
  | { readonly kind: 'place'; readonly jsonPath: JsonPath }
  /**
   * By what code returns; `own` is how the field itself is written when that result contains it.
   */
  | { readonly kind: 'replaced'; readonly handler: WriteHandler; readonly own: OwnWriteRule }
  | { readonly kind: 'none' }

type OwnWriteRule = Exclude<WriteRule, { readonly kind: 'replaced' }>

/** Whether a source stores the column itself, which relations and their writing require. */
export const isStored = (read: ReadRule): boolean => read.kind === 'native' && !read.isJsonPath

/** A rule that written values must satisfy. */
export interface Check extends ValidationRule {
  /** Set when the customer added it: then `Present` rejects empty text too. */
  readonly isAdded?: boolean
}

export const binaryModes = ['datauri', 'hex'] as const

/** How bytes are encoded as text: data URIs for files, hexadecimal digits for short values. */
export type BinaryMode = (typeof binaryModes)[number]

/** The name a client sees, or `hidden`. */
export type ExportRule = { readonly name: string } | 'hidden'

/** A column of the field table: native, computed or alias. */
export interface ColumnModel {
  readonly kind: 'Column'
  readonly name: string
  readonly columnType: ColumnType
  readonly enumValues?: readonly string[]
  /** Texts it may hold in addition to the values of its type. */
  readonly alsoHolds?: RegExp
  readonly defaultValue?: unknown
  readonly hasDefault: boolean
  readonly isPrimaryKey: boolean
  readonly isGroupable: boolean
  readonly allowNull: boolean
  readonly read: ReadRule
  readonly filter: ReadonlyMap<Operator, FilterRule>
  readonly sort: SortRule
  readonly write: WriteRule
  readonly checks: readonly Check[]
  /** Default: `hex` for keys, else `datauri`. */
  readonly codec?: BinaryMode
  readonly export: ExportRule
  /** The JSON path of its value inside another column. */
  readonly jsonPath?: JsonPath
}

interface RelationBase {
  readonly name: string
  readonly target: CollectionModel
  readonly export: ExportRule
}

export interface ToOneModel extends RelationBase {
  readonly kind: 'ManyToOne' | 'OneToOne'
  readonly keys: readonly KeyPair[]
  /** True when the source itself can join it: same source, native keys, at most one related row. */
  readonly isPushable: boolean
  /** True when the source rejects keys that reference no record. */
  readonly isEnforced: boolean
}

export interface OneToManyModel extends RelationBase {
  readonly kind: 'OneToMany'
  readonly keys: readonly KeyPair[]
}

export interface ManyToManyModel extends RelationBase {
  readonly kind: 'ManyToMany'
  readonly through: CollectionModel
  readonly originKeys: readonly KeyPair[]
  readonly foreignKeys: readonly KeyPair[]
}

export type RelationModel = ToOneModel | OneToManyModel | ManyToManyModel
export type FieldModel = ColumnModel | RelationModel

/** A resolved path: the to-one relations it goes through, then the column at its end. */
export interface ResolvedPath {
  readonly text: FieldPath
  readonly relations: readonly ToOneModel[]
  readonly column: ColumnModel
}

/**
 * Returns the scope of a collection for a caller, which applies wherever a request reaches the
 * collection.
 */
export type FindScope = (collection: CollectionModel) => ConditionTree | undefined

/**
 * Returns the fields of a collection that a caller may not see, including relations to hidden
 * collections. Equal results must be the same object, because plans are cached by its identity.
 * Undefined: none.
 */
export type HiddenIn = (collection: CollectionModel) => ReadonlySet<FieldModel> | undefined

/** The call of one request. Without a scope function, all rows are visible. */
export interface EngineCall extends Call {
  readonly findScope?: FindScope
  /** Fields that a search must not use. Default: none. */
  readonly hiddenIn?: HiddenIn
  /** Relations through which the caller may change records but not create them. Default: none. */
  readonly refusedCreations?: RefusedCreations
  /**
   * True for calls of clients, for which hooks run and rules are checked; false for calls of
   * customer code.
   */
  readonly isOuter?: boolean
  /** Receives every change this call makes. Optional. */
  readonly watch?: WriteWatch
  /** Customer callbacks that made this call, outermost first. */
  readonly callbacks?: readonly string[]
}

/** Relations through which a call must not create records, each with the function that throws. */
export type RefusedCreations = ReadonlyMap<ToOneModel, () => never>

/** A change that is about to be made. */
export interface RecordedChange {
  readonly operation: 'create' | 'update' | 'delete' | 'action'
  readonly collection: CollectionModel
  /** The current records, with every column of the source; for a creation, the new records. */
  readonly records: readonly Row[]
  /** The values an update writes. */
  readonly patch?: Row
  /** The name of an action. */
  readonly action?: string
  /** True when more records are changed than could be read. */
  readonly isPartial?: boolean
}

/** Receives the end of a change: exactly one of the two functions is called. */
export interface ChangeEnd {
  /**
   * The records after the change, in the given order; undefined for a record that no longer exists.
   * Without a list, their state is unknown.
   */
  done(after: readonly (Row | undefined)[] | undefined): Promise<void>
  /** For an action, the records are included, because its code may have changed some of them. */
  failed(error: unknown, after?: readonly (Row | undefined)[]): Promise<void>
}

/** Receives every change that reaches a source, made by clients or by code. */
export interface ChangeRecorder {
  /**
   * Called before the change; a rejection prevents it. Returns undefined when its end is not
   * needed.
   */
  begin(change: RecordedChange, call: EngineCall): Promise<ChangeEnd | undefined>
}

/** Settings shared by all collections of a model. */
export interface EngineSettings {
  readonly logger?: Logger
  /** Receives the printed plan of each request. Absent: nothing is printed or measured. */
  readonly debug?: (text: string) => void
  /** Follows plans while they are made and run. Absent: nothing is followed. */
  readonly observer?: PlanObserver
  /** Made of `debug` and `observer`, so that a request checks one of them. */
  readonly tracing?: PlanTracing
  /** Receives every change, before and after. Absent: no records are read for it. */
  readonly recorder?: ChangeRecorder
  /**
   * Maximum number of rows one request may read when a filter, a sort or an aggregation runs in
   * memory.
   */
  readonly maxRowsInMemory: number
  /** Maximum number of keys from another source in a filter. */
  readonly maxKeysInFilter: number
}

export interface CollectionModel {
  readonly name: string
  /** Creates the context of a callback on this collection; `callback` names it in errors. */
  context(call: EngineCall, callback: string): CollectionContext
  readonly source: CollectionSource
  /** Identifies the data source: joins are pushed down only within one. */
  readonly sourceId: number
  readonly capabilities: SourceCapabilities
  readonly settings: EngineSettings
  readonly fields: ReadonlyMap<string, FieldModel>
  readonly primaryKey: readonly ColumnModel[]
  /**
   * True when the primary key is unique. Otherwise, a record is read by id only if it is the only
   * one with it.
   */
  readonly hasProvenKey: boolean
  /** True when columns of the primary key may be null. */
  readonly isKeyNullable: boolean
  readonly isCountable: boolean
  readonly isSearchable: boolean
  readonly isReadOnly: boolean
  /** False after `removeCollection`: available in code, unknown to clients. */
  readonly isExported: boolean
  readonly segments: ReadonlyMap<string, SegmentModel>
  /** By name, in the order they were added. */
  readonly actions: ReadonlyMap<string, ActionModel>
  /** Returns another collection by its internal name; throws when there is none. */
  collectionNamed(name: string): CollectionModel
  readonly hooks?: Hooks
  readonly overrides?: Overrides
  readonly charts: ReadonlyMap<string, CollectionChartDefinition>
  /** Replaces the default search. */
  readonly search?: SearchReplacement
  /** What clients may name, by exported name. */
  readonly view: ReadonlyMap<string, FieldModel>
  /** Resolves a path of internal names; throws a 400 that lists the known names. Memoised. */
  path(text: FieldPath): ResolvedPath
}

export interface SegmentModel {
  readonly name: string
  readonly conditionTree: (
    context: CollectionContext,
  ) => ConditionTree | undefined | Promise<ConditionTree | undefined>
  /** The condition, if it is the same for every caller; absent when a function computes it. */
  readonly fixed?: ConditionTree
  /** The call that added it. */
  readonly addedBy?: JournalEntry
}

/** The compiled, linked and frozen model. Replaced as a whole at restart. */
export interface Model {
  readonly collections: ReadonlyMap<string, CollectionModel>
  /** Charts of the agent itself. */
  readonly charts: ReadonlyMap<string, ChartDefinition>
  /** Creates the context of a callback outside any collection; `callback` names it in errors. */
  context(call: EngineCall, callback: string): CustomerContext
  /** Returns the collection, or throws a 404 `unknown_collection` that lists the exported ones. */
  collection(name: string): CollectionModel
}
