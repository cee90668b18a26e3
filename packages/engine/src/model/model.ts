import type { Logger } from '@service/base'
import type {
  Call,
  CollectionSource,
  ColumnPlace,
  ColumnType,
  ConditionTree,
  FieldPath,
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
import type { Hooks } from '../hooks/hook-contexts.js'
import type { JournalEntry } from '../journal-entry.js'
import type { SearchReplacement } from '../search/search-context.js'
import type { Overrides } from '../write/overrides.js'
import type { WriteHandler } from '../write/write-handler.js'
import type { WriteWatch } from '../write/write-watch.js'

/** How a field is read. */
export type ReadRule =
  | { readonly kind: 'native'; readonly column: string; readonly isPlace?: boolean }
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
  /** As the field it was imported from. */
  | { readonly kind: 'imported' }

export type SortRule =
  | { readonly kind: 'native' }
  | { readonly kind: 'imported' }
  | { readonly kind: 'replaced'; readonly clauses: readonly SortClause[] }
  | { readonly kind: 'emulated' }
  | { readonly kind: 'none' }

export type WriteRule =
  | { readonly kind: 'native' }
  /** Through the relations of the path it was imported from. */
  | { readonly kind: 'imported' }
  /** Inside a column of documents, by a source that can. */
  | { readonly kind: 'place'; readonly place: ColumnPlace }
  /** By what code answers; `own` is how the field itself is written in that answer. */
  | { readonly kind: 'replaced'; readonly handler: WriteHandler; readonly own: OwnWriteRule }
  | { readonly kind: 'none' }

type OwnWriteRule = Exclude<WriteRule, { readonly kind: 'replaced' }>

/** A column that a source stores by itself: what relations and their writing rely on. */
export const isStored = (read: ReadRule): boolean => read.kind === 'native' && !read.isPlace

/** A rule that written values keep. */
export interface Check extends ValidationRule {
  /** The customer asked for it, so that `Present` refuses empty text as well. */
  readonly isAdded?: boolean
}

export const binaryModes = ['datauri', 'hex'] as const

/** How bytes travel as text: data URIs for files, hexadecimal digits for short values. */
export type BinaryMode = (typeof binaryModes)[number]

/** The name a client sees, or `hidden`. */
export type ExportRule = { readonly name: string } | 'hidden'

/** A column of the field table: native, computed or alias. */
export interface ColumnModel {
  readonly kind: 'Column'
  readonly name: string
  readonly columnType: ColumnType
  readonly enumValues?: readonly string[]
  /** Texts it may hold beside the values of its type. */
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
  /** Absent: `hex` for keys, else `datauri`. */
  readonly codec?: BinaryMode
  readonly export: ExportRule
  /** Where its value is, inside another column. */
  readonly place?: ColumnPlace
}

interface RelationBase {
  readonly name: string
  readonly target: CollectionModel
  readonly export: ExportRule
}

export interface ToOneModel extends RelationBase {
  readonly kind: 'ManyToOne' | 'OneToOne'
  readonly keys: readonly KeyPair[]
  /** The source itself can join it: one source, native keys, at most one related row. */
  readonly isPushable: boolean
  /** The source refuses to store keys that lead to no record. */
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

/** A path resolved: the to-one relations it goes through, then the column it ends at. */
export interface ResolvedPath {
  readonly text: FieldPath
  readonly relations: readonly ToOneModel[]
  readonly column: ColumnModel
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

/** Relations through which a call must not create records, and how each says so. */
export type RefusedCreations = ReadonlyMap<ToOneModel, () => never>

/** A change that is about to happen. */
export interface RecordedChange {
  readonly operation: 'create' | 'update' | 'delete' | 'action'
  readonly collection: CollectionModel
  /** The records as they are, with every column of the source; those of a creation as they shall be. */
  readonly records: readonly Row[]
  /** What an update writes. */
  readonly patch?: Row
  /** The name of an action. */
  readonly action?: string
  /** More records are touched than could be read. */
  readonly isPartial?: boolean
}

/** Is told how a change ended: exactly one of both is called. */
export interface ChangeEnd {
  /**
   * The records as they are now, in the order they were given. Undefined: there is none any more.
   * Without a list it is not known how they are.
   */
  done(after: readonly (Row | undefined)[] | undefined): Promise<void>
  /** Of an action the records are told as well: its code may have changed some of them. */
  failed(error: unknown, after?: readonly (Row | undefined)[]): Promise<void>
}

/** Sees every change that reaches a source, whoever asked for it. */
export interface ChangeRecorder {
  /** Called before the change; a rejection stops it. Undefined: nobody waits for its end. */
  begin(change: RecordedChange, call: EngineCall): Promise<ChangeEnd | undefined>
}

/** What every collection of a model shares. */
export interface EngineSettings {
  readonly logger?: Logger
  /** Receives the printed plan of each request; absent: nothing is printed or measured. */
  readonly debug?: (text: string) => void
  /** Sees every change, before and after. Absent: nothing is read for it. */
  readonly recorder?: ChangeRecorder
  /** Rows one request may read when a filter, a sort or a fold runs in memory. */
  readonly maxRowsInMemory: number
  /** Keys one request may carry from another source into a filter. */
  readonly maxKeysInFilter: number
}

export interface CollectionModel {
  readonly name: string
  /** What a callback on this collection receives; `callback` names it in errors. */
  context(call: EngineCall, callback: string): CollectionContext
  readonly source: CollectionSource
  /** Identity of the datasource: joins are pushed only within one. */
  readonly sourceId: number
  readonly capabilities: SourceCapabilities
  readonly settings: EngineSettings
  readonly fields: ReadonlyMap<string, FieldModel>
  readonly primaryKey: readonly ColumnModel[]
  /** No two records share the primary key. Without it, a record is read by id where it is the only one. */
  readonly hasProvenKey: boolean
  /** Records may lack a part of the key. */
  readonly isKeyNullable: boolean
  readonly isCountable: boolean
  readonly isSearchable: boolean
  readonly isReadOnly: boolean
  /** False after `removeCollection`: usable in code, unknown to clients. */
  readonly isExported: boolean
  readonly segments: ReadonlyMap<string, SegmentModel>
  /** By name, in the order they were added. */
  readonly actions: ReadonlyMap<string, ActionModel>
  /** Another collection of the model, by the name code uses; throws when there is none. */
  collectionNamed(name: string): CollectionModel
  readonly hooks?: Hooks
  readonly overrides?: Overrides
  readonly charts: ReadonlyMap<string, CollectionChartDefinition>
  /** Answers searches instead of the default one. */
  readonly search?: SearchReplacement
  /** Exported face: what clients may name, by exported name. */
  readonly view: ReadonlyMap<string, FieldModel>
  /** Resolves a path of internal names; throws a 400 naming what is known. Memoised. */
  path(text: FieldPath): ResolvedPath
}

export interface SegmentModel {
  readonly name: string
  readonly conditionTree: (
    context: CollectionContext,
  ) => ConditionTree | undefined | Promise<ConditionTree | undefined>
  /** What it selects whoever asks; absent when a function decides. */
  readonly fixed?: ConditionTree
  /** The call that added it. */
  readonly addedBy?: JournalEntry
}

/** Everything compiled, linked and frozen. Replaced as a whole at restart. */
export interface Model {
  readonly collections: ReadonlyMap<string, CollectionModel>
  /** Charts of the agent itself. */
  readonly charts: ReadonlyMap<string, ChartDefinition>
  /** What a callback outside any collection receives; `callback` names it in errors. */
  context(call: EngineCall, callback: string): CustomerContext
  /** The collection, or a 404 `unknown_collection` naming the exported ones. */
  collection(name: string): CollectionModel
}
