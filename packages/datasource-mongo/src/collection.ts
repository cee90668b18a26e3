import type { CollectionSchema, ColumnSchema } from '@service/datasource-toolkit'
import { MissingFieldError, UnknownCollectionError } from '@service/datasource-toolkit'
import type { Collection, Db, Document, MongoClient } from 'mongodb'
import type { Codec } from './codecs.js'
import type { JsonTypeCheck } from './json-paths/json-path-kind.js'
import type { StoredType } from './stored-type.js'

/** A column and its path in the documents. */
export interface MongoColumn {
  readonly name: string
  readonly path: string
  readonly stored: StoredType
  readonly schema: ColumnSchema
  readonly codec: Codec
  readonly makeDefault?: (() => unknown) | undefined
  /** Set when it is a JSON path inside the documents of another column. */
  readonly inside?: JsonPathInfo | undefined
  /** Called for a value that is not of the column's type; logs it once. */
  onDrift(): void
}

interface JsonPathInfo {
  /** How the server checks the type of the value; undefined when it can only read and write it. */
  readonly kind: JsonTypeCheck | undefined
  /** The sample, or a declaration, shows that documents have this type there. */
  readonly isKnown: boolean
}

/** A nested document or array that is exposed as a collection. */
export interface NestedCollection {
  /** Its path in the documents: `lines`, `address`, `lines.taxes`. */
  readonly path: string
  /** The arrays along the path, including the last one when it is an array. */
  readonly arrays: readonly string[]
}

export interface MongoCollection {
  readonly name: string
  /** Name of the collection in the database. */
  readonly source: string
  readonly schema: CollectionSchema
  readonly columns: ReadonlyMap<string, MongoColumn>
  /** JSON path columns, by name. */
  readonly jsonPathColumns?: ReadonlyMap<string, MongoColumn> | undefined
  readonly nested?: NestedCollection | undefined
}

export interface MongoSource {
  readonly client: MongoClient
  readonly db: Db
  readonly collections: ReadonlyMap<string, MongoCollection>
  readonly hasTransactions: boolean
  readonly timeoutMs: number
}

export function collectionNamed(source: MongoSource, name: string): MongoCollection {
  const collection = source.collections.get(name)
  if (!collection) throw new UnknownCollectionError(name, source.collections.keys())
  return collection
}

export function columnNamed(collection: MongoCollection, name: string): MongoColumn {
  const column = collection.columns.get(name) ?? collection.jsonPathColumns?.get(name)
  if (!column) throw new MissingFieldError(collection.name, name, collection.columns.keys())
  return column
}

export function openCollection(source: MongoSource, { source: name }: MongoCollection): Collection {
  return source.db.collection(name)
}

/**
 * Returns the stages that turn documents into the rows of a nested collection; none for whole
 * documents.
 */
export function partStages({ nested }: MongoCollection): Document[] {
  if (!nested) return []
  if (nested.arrays.length === 0) return [{ $match: { [nested.path]: { $type: 'object' } } }]
  // `$unwind` would treat a value that is not an array as an array of one element, without an
  // index.
  return nested.arrays.flatMap(path => [
    { $match: { [path]: { $type: 'array' } } },
    { $unwind: { path: `$${path}`, includeArrayIndex: positionPath(path) } },
  ])
}

/** Returns the field that contains the index in an array while documents are unwound. */
export function positionPath(array: string): string {
  return `@${array.replaceAll('.', '@')}`
}
