/** The types of value that the documents of a sample show. */
export type SampleKind =
  | 'null'
  | 'string'
  | 'number'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'objectId'
  | 'uuid'
  | 'binary'
  | 'document'
  | 'array'
  | 'other'

/** What a sample says about a field. */
export interface FieldSample {
  /** How many values of each type. */
  readonly kinds: Readonly<Partial<Record<SampleKind, number>>>
  /** Of the documents among the values. */
  readonly fields?: Readonly<Record<string, FieldSample>>
  /** Of the elements of the arrays among the values. */
  readonly elements?: FieldSample
}

/** What the validator of a collection says about a field. */
export interface FieldRule {
  readonly bsonTypes?: readonly string[]
  readonly isRequired: boolean
  readonly enumValues?: readonly string[]
}

/** A field whose values are the `_id` of documents of a collection. */
export interface InferredReference {
  readonly path: string
  readonly collection: string
}

export interface CollectionStructure {
  readonly name: string
  readonly isView: boolean
  readonly fields: Readonly<Record<string, FieldSample>>
  readonly rules: Readonly<Record<string, FieldRule>>
  /** The paths of each unique index. */
  readonly uniqueKeys: readonly (readonly string[])[]
  readonly references: readonly InferredReference[]
}

export interface Structure {
  readonly collections: readonly CollectionStructure[]
}
