import type { ColumnType } from '@service/datasource-toolkit'
import type { StoredAs } from './stored-type.js'

/** A connection given as parts. */
export interface MongoConnectionParams {
  readonly host?: string
  readonly port?: number
  readonly user?: string
  readonly password?: string
  readonly database: string
  /** The database that knows the user (default `admin`). */
  readonly authSource?: string
  readonly replicaSet?: string
  readonly tls?: boolean
}

/** A column the sample does not tell enough about. */
export interface ColumnDeclaration {
  readonly type: ColumnType
  /** How the values are stored, where the type leaves a choice. */
  readonly storedAs?: StoredAs
  /** Where it is in the documents when not under its own name: `address.city`. */
  readonly path?: string
  readonly enumValues?: readonly string[]
  /** False refuses records without a value. */
  readonly allowNull?: boolean
  /** What a new record gets when it has no value: the value, or a function that makes it. */
  readonly defaultValue?: unknown
}

/** A column that is given as its type, or in more detail. */
export function declarationOf(declared: ColumnType | ColumnDeclaration): ColumnDeclaration {
  const isDeclaration =
    typeof declared === 'object' && !Array.isArray(declared) && 'type' in declared
  // An object with a member `type` is a declaration; a document type with such a field is declared as one.
  return isDeclaration ? (declared as ColumnDeclaration) : { type: declared as ColumnType }
}

export interface CollectionOptions {
  /** Columns to add or to describe better than the sample does; false leaves one out. */
  readonly columns?: Readonly<Record<string, ColumnType | ColumnDeclaration | false>>
  /** Columns that identify a document, when not `_id`: a unique index must hold them. */
  readonly primaryKey?: readonly string[]
  /** Columns that hold the `_id`, or another column, of another collection; false: none. */
  readonly references?: Readonly<Record<string, string | Reference | false>>
  /** Paths of nested documents and arrays that become collections of their own. */
  readonly asCollections?: readonly string[]
}

export interface Reference {
  readonly collection: string
  readonly column: string
}

export interface MongoOptions {
  /** Documents read from each end of a collection to learn its structure (default 100). */
  readonly sampleSize?: number
  /** File that keeps what was learnt, so that the next start does not sample. Delete it to learn anew. */
  readonly cacheFile?: string
  /** False: only the references declared are relations. */
  readonly inferReferences?: boolean
  /** What is known of a collection beyond its sample. */
  readonly collections?: Readonly<Record<string, CollectionOptions>>
  readonly pool?: {
    /** Most connections at a time (default 10). */
    readonly max?: number
    /** How long a request waits for a connection before it fails with a 503 (default 10 s). */
    readonly acquireTimeoutMs?: number
    /** How long an unused connection stays open (default 30 s). */
    readonly idleTimeoutMs?: number
  }
  /** How long to look for a server before giving up (default 10 s). */
  readonly connectTimeoutMs?: number
  /** The longest a statement may run (default 30 s). */
  readonly statementTimeoutMs?: number
}
