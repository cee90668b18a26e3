import type { Logger } from '@service/base'
import type {
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
import type { JournalEntry } from '../journal.js'
import type { EngineCall } from '../query.js'
import type { SearchReplacement } from '../search/search-context.js'
import type { ChangeRecorder } from '../write/change-recorder.js'
import type { Overrides } from '../write/overrides.js'
import type { WriteHandler } from '../write/write-handler.js'

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
