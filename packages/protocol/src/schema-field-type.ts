/** A primitive name, a list of one type, or an object of named types. */
export type SchemaFieldType =
  | string
  | readonly [SchemaFieldType]
  | { readonly fields: readonly SchemaSubField[] }

export interface SchemaSubField {
  readonly field: string
  readonly type: SchemaFieldType
  readonly enums?: readonly string[]
}
