import type { SchemaAction } from './schema-action.js'
import type { SchemaFieldType } from './schema-field-type.js'

export interface SchemaValidation {
  readonly type: string
  readonly value?: unknown
  readonly message: string
}

export type SchemaRelationship = 'BelongsTo' | 'HasOne' | 'HasMany' | 'BelongsToMany'

export interface SchemaField {
  readonly defaultValue: unknown
  readonly enums: readonly string[] | null
  readonly field: string
  readonly integration: null
  readonly inverseOf: string | null
  readonly isFilterable: boolean
  readonly isPrimaryKey: boolean
  readonly isReadOnly: boolean
  readonly isRequired: boolean
  readonly isSortable: boolean
  readonly isVirtual: boolean
  /** `collection.key` for relations. */
  readonly reference: string | null
  /** Absent for columns. */
  readonly relationship?: SchemaRelationship
  readonly type: SchemaFieldType
  readonly validations: readonly SchemaValidation[]
}

export interface SchemaSegment {
  readonly id: string
  readonly name: string
}

export interface SchemaCollection {
  readonly actions: readonly SchemaAction[]
  readonly fields: readonly SchemaField[]
  readonly icon: null
  readonly integration: null
  readonly isReadOnly: boolean
  readonly isSearchable: boolean
  readonly isVirtual: boolean
  readonly name: string
  readonly onlyForRelationships: boolean
  readonly paginationType: 'page'
  readonly segments: readonly SchemaSegment[]
}

interface SchemaAi {
  readonly name: string
  readonly provider: string
  readonly model: string
}

export interface SchemaMeta {
  readonly liana: string
  readonly liana_version: string
  readonly liana_features: Readonly<Record<string, string>> | null
  readonly stack: { readonly engine: string; readonly engine_version: string }
  /** The AI models that clients can use through the agent. */
  readonly ai_llms?: readonly SchemaAi[]
}

/** The schema that an agent uploads to the service; stored in `.service-schema.json`. */
export interface SchemaFile {
  readonly collections: readonly SchemaCollection[]
  readonly meta: SchemaMeta
}
