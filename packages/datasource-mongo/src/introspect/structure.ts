/** The types of values found in a sample. */
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

/** What a sample shows about a field. */
export interface FieldSample {
  /** The number of values of each type. */
  readonly kinds: Readonly<Partial<Record<SampleKind, number>>>
  /** The fields of the values that are documents. */
  readonly fields?: Readonly<Record<string, FieldSample>>
  /** A sample of the array elements; absent when no value is an array. */
  readonly elements?: FieldSample
}

/** What the validator of a collection declares about a field. */
export interface FieldRule {
  readonly bsonTypes?: readonly string[]
  readonly isRequired: boolean
  readonly enumValues?: readonly string[]
}

/** A field whose values are the `_id` of documents of another collection. */
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
