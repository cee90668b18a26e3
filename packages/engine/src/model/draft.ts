import type {
  CollectionSource,
  ColumnType,
  KeyPair,
  Operator,
  SourceCapabilities,
  ValidationRule,
} from '@service/datasource-toolkit'
import { MissingFieldError, ValidationError } from '@service/datasource-toolkit'
import type { JournalEntry } from '../journal.js'
import type {
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
  readonly defaultValue?: unknown
  readonly hasDefault: boolean
  readonly isPrimaryKey: boolean
  readonly isGroupable: boolean
  allowNull: boolean
  readonly read: ReadRule
  filter: ReadonlyMap<Operator, FilterRule>
  sort: SortRule
  write: WriteRule
  checks: readonly ValidationRule[]
  export: ExportRule
  /** The call that added it; absent for a column of the source. */
  readonly addedBy?: JournalEntry
}

/** A relation while the journal is replayed: collections are names of the model. */
export interface DraftRelation {
  readonly kind: 'ManyToOne' | 'OneToOne' | 'OneToMany' | 'ManyToMany'
  readonly name: string
  readonly foreignCollection: string
  readonly throughCollection?: string
  /** To the foreign collection, or to the junction of a many-to-many. Absent `to` or `from`: the primary key. */
  readonly keys: readonly DraftKey[]
  /** From the junction to the foreign collection. */
  readonly foreignKeys: readonly DraftKey[]
  readonly isEnforced?: boolean
  export: ExportRule
  readonly addedBy?: JournalEntry
}

export type DraftKey = Partial<KeyPair>

export type DraftField = DraftColumn | DraftRelation

/** The mutable field table of one collection. Exists only inside `compile`. */
export interface DraftCollection {
  readonly name: string
  readonly source: CollectionSource
  readonly sourceId: number
  readonly capabilities: SourceCapabilities
  readonly fields: Map<string, DraftField>
  readonly segments: Map<string, SegmentModel>
  isCountable: boolean
  isSearchable: boolean
  isExported: boolean
  /** The call being replayed. */
  entry?: JournalEntry
}

export type Draft = ReadonlyMap<string, DraftCollection>

export function draftColumn(collection: DraftCollection, name: string): DraftColumn {
  const field = collection.fields.get(name)
  if (!field) throw new MissingFieldError(collection.name, name, collection.fields.keys())
  if (field.kind !== 'Column') throw new ValidationError(`'${name}' is a relation, not a column.`)
  return field
}

/** Adds a field under a free name, remembering the call that asked for it. */
export function addToDraft(collection: DraftCollection, field: DraftField): void {
  if (!field.name || /[\s:]/.test(field.name)) {
    throw new ValidationError(`'${field.name}' cannot name a field: no space, no colon, not empty.`)
  }
  if (collection.fields.has(field.name)) {
    throw new ValidationError(`'${collection.name}' already has a field '${field.name}'.`)
  }
  collection.fields.set(field.name, { ...field, addedBy: collection.entry })
}
