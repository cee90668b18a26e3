import { knownNames, type Logger, ValidationError } from '@service/base'
import type {
  CollectionSource,
  ColumnType,
  JsonPath,
  KeyPair,
  Operator,
  SourceCapabilities,
} from '@service/datasource-toolkit'
import { MissingFieldError } from '@service/datasource-toolkit'
import type { ActionModel } from '../actions/action-model.js'
import type { ChartDefinition, CollectionChartDefinition } from '../charts/chart.js'
import type { Hooks } from '../hooks/hook-contexts.js'
import type { JournalEntry } from '../journal-entry.js'
import type { SearchReplacement } from '../search/search-context.js'
import type { Overrides } from '../write/overrides.js'
import type { WriteHandler } from '../write/write-handler.js'
import type {
  BinaryMode,
  Check,
  ExportRule,
  FilterRule,
  ReadRule,
  SegmentModel,
  SortRule,
  WriteRule,
} from './model.js'

/** A column while the journal is replayed. */
export interface DraftColumn {
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
  allowNull: boolean
  readonly read: ReadRule
  filter: ReadonlyMap<Operator, FilterRule>
  sort: SortRule
  /** The call that replaced its sorting. */
  sortSetBy?: JournalEntry
  write: WriteRule
  checks: readonly Check[]
  codec?: BinaryMode
  export: ExportRule
  /** The call that added it; absent for a column of the source. */
  readonly addedBy?: JournalEntry
  /** The JSON path of its value inside another column. */
  readonly jsonPath?: DraftJsonPath
}

/** `write` is used where the source cannot write at the JSON path itself. */
export interface DraftJsonPath extends JsonPath {
  readonly write?: WriteHandler
}

/** A relation while the journal is replayed; collections are given by name. */
export interface DraftRelation {
  readonly kind: 'ManyToOne' | 'OneToOne' | 'OneToMany' | 'ManyToMany'
  readonly name: string
  readonly foreignCollection: string
  readonly throughCollection?: string
  /**
   * Keys to the foreign collection, or to the junction of a many-to-many. Without `to` or `from`:
   * the primary key.
   */
  readonly keys: readonly DraftKey[]
  /** Keys from the junction to the foreign collection. */
  readonly foreignKeys: readonly DraftKey[]
  readonly isEnforced?: boolean
  readonly mayLeadToSeveral?: true
  export: ExportRule
  readonly addedBy?: JournalEntry
}

export type DraftKey = Partial<KeyPair>

export type DraftField = DraftColumn | DraftRelation

/** The mutable field table of one collection. Exists only inside `compile`. */
export interface DraftCollection {
  readonly name: string
  source: CollectionSource
  readonly sourceId: number
  readonly capabilities: SourceCapabilities
  /** Every collection, this one included. */
  readonly draft: Draft
  readonly fields: Map<string, DraftField>
  readonly segments: Map<string, SegmentModel>
  readonly actions: Map<string, ActionModel>
  hooks?: Hooks
  overrides?: Overrides
  readonly charts: Map<string, CollectionChartDefinition>
  search?: SearchReplacement
  isCountable: boolean
  isSearchable: boolean
  isExported: boolean
  /** The call being replayed. */
  entry?: JournalEntry
  /** Passed to plugins. */
  readonly logger: Logger
}

/** What belongs to the agent instead of a collection. */
export interface DraftModel {
  readonly collections: Draft
  readonly charts: Map<string, ChartDefinition>
  readonly logger: Logger
}

export type Draft = ReadonlyMap<string, DraftCollection>

export function draftField(collection: DraftCollection, name: string): DraftField {
  const field = collection.fields.get(name)
  if (!field) throw new MissingFieldError(collection.name, name, collection.fields.keys())
  return field
}

export function draftColumn(collection: DraftCollection, name: string): DraftColumn {
  const field = draftField(collection, name)
  if (field.kind !== 'Column') throw new ValidationError(`'${name}' is a relation, not a column.`)
  return field
}

/** Returns the column at the end of a path through to-one relations. */
export function draftPath(collection: DraftCollection, path: string): DraftColumn {
  const [name = '', ...rest] = path.split(':')
  if (rest.length === 0) return draftColumn(collection, name)
  const field = draftField(collection, name)
  if (field.kind !== 'ManyToOne' && field.kind !== 'OneToOne') {
    const kind = field.kind === 'Column' ? 'a column' : 'a to-many relation'
    throw new ValidationError(
      `'${name}' of '${collection.name}' is ${kind}: a path goes through to-one relations only.`,
    )
  }
  return draftPath(draftNamed(collection.draft, field.foreignCollection), rest.join(':'))
}

export function draftNamed(draft: Draft, name: string): DraftCollection {
  const collection = draft.get(name)
  if (collection) return collection
  throw new ValidationError(`No collection '${name}'. There are: ${knownNames(name, draft.keys())}`)
}

/** Throws on an invalid name, and on one that another field already has for clients. */
export function assertNameIsFree(
  collection: DraftCollection,
  name: string,
  renamed?: DraftField,
): void {
  if (!name || /[\s:]/.test(name)) {
    throw new ValidationError(`'${name}' cannot name a field: no space, no colon, not empty.`)
  }
  for (const field of collection.fields.values()) {
    if (field === renamed || field.export === 'hidden' || field.export.name !== name) continue
    const origin = field.name === name ? '' : `: '${field.name}' is renamed to it`
    throw new ValidationError(`'${collection.name}' already has a field '${name}'${origin}.`)
  }
}

/** Adds a field under a free name, with the call that added it. */
export function addToDraft(collection: DraftCollection, field: DraftField): void {
  assertNameIsFree(collection, field.name)
  if (collection.fields.has(field.name)) {
    throw new ValidationError(`'${collection.name}' already has a field '${field.name}'.`)
  }
  collection.fields.set(field.name, { ...field, addedBy: collection.entry })
}
