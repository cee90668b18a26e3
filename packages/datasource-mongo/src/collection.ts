import type { CollectionSchema, ColumnSchema } from '@service/datasource-toolkit'
import { MissingFieldError, UnknownCollectionError } from '@service/datasource-toolkit'
import type { Collection, Db, Document, MongoClient } from 'mongodb'
import type { Codec } from './codecs.js'
import type { PlaceKind } from './places/place-kind.js'
import type { StoredType } from './stored-type.js'

/** A column and where documents hold it. */
export interface MongoColumn {
  readonly name: string
  readonly path: string
  readonly stored: StoredType
  readonly schema: ColumnSchema
  readonly codec: Codec
  readonly makeDefault?: (() => unknown) | undefined
  /** It is a place inside the documents of another column. */
  readonly inside?: InsidePlace | undefined
  /** Hears of a value that does not fit; says so once. */
  onDrift(): void
}

interface InsidePlace {
  /** How the server tells the type of what is there; undefined: it only reads and writes it. */
  readonly kind: PlaceKind | undefined
  /** The sample, or a declaration, says that documents hold this type there. */
  readonly isKnown: boolean
}

/** A part of the documents that is a collection of its own. */
export interface NestedPart {
  /** Where the part is: `lines`, `address`, `lines.taxes`. */
  readonly path: string
  /** The arrays on the way, the part itself last when it is one. */
  readonly arrays: readonly string[]
}

export interface MongoCollection {
  readonly name: string
  /** Name of the collection in the database. */
  readonly source: string
  readonly schema: CollectionSchema
  readonly columns: ReadonlyMap<string, MongoColumn>
  /** Places inside documents that are addressed like columns. */
  readonly places?: ReadonlyMap<string, MongoColumn> | undefined
  readonly part?: NestedPart | undefined
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
  const column = collection.columns.get(name) ?? collection.places?.get(name)
  if (!column) throw new MissingFieldError(collection.name, name, collection.columns.keys())
  return column
}

export function documentsOf(source: MongoSource, { source: name }: MongoCollection): Collection {
  return source.db.collection(name)
}

/** What turns documents into the rows of a nested part; nothing for whole documents. */
export function partStages({ part }: MongoCollection): Document[] {
  if (!part) return []
  if (part.arrays.length === 0) return [{ $match: { [part.path]: { $type: 'object' } } }]
  // What is no array would be taken for one of a single element, without a position.
  return part.arrays.flatMap(path => [
    { $match: { [path]: { $type: 'array' } } },
    { $unwind: { path: `$${path}`, includeArrayIndex: positionPath(path) } },
  ])
}

/** Where the position in an array is while its documents are taken apart. */
export function positionPath(array: string): string {
  return `@${array.replaceAll('.', '@')}`
}
