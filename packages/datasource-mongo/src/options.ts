import type { ColumnType } from '@service/datasource-toolkit'
import type { StoredAs } from './stored-type.js'

/** A connection given as separate parameters instead of a URL. */
export interface MongoConnectionParams {
  readonly host?: string
  readonly port?: number
  readonly user?: string
  readonly password?: string
  readonly database: string
  /** The database that the user is defined in (default `admin`). */
  readonly authSource?: string
  readonly replicaSet?: string
  readonly tls?: boolean
}

/** A column that the sample does not describe well enough. */
export interface ColumnDeclaration {
  readonly type: ColumnType
  /** How the values are stored, where the type allows several forms. Optional. */
  readonly storedAs?: StoredAs
  /** Its path in the documents, such as `address.city`. Optional: its own name by default. */
  readonly path?: string
  readonly enumValues?: readonly string[]
  /** Set to false to reject records without a value. */
  readonly allowNull?: boolean
  /** The value of a new record without one, or a function that returns it. Optional. */
  readonly defaultValue?: unknown
}

/** Converts a column given as a type, or in more detail, to a declaration. */
export function toDeclaration(declared: ColumnType | ColumnDeclaration): ColumnDeclaration {
  const isDeclaration =
    typeof declared === 'object' && !Array.isArray(declared) && 'type' in declared
  // An object with a member `type` is a declaration; a document type with such a field must be
  // given as the `type` of a declaration.
  return isDeclaration ? (declared as ColumnDeclaration) : { type: declared as ColumnType }
}

export interface CollectionOptions {
  /** Columns to add or to correct; false leaves a column out. */
  readonly columns?: Readonly<Record<string, ColumnType | ColumnDeclaration | false>>
  /** Columns that identify a document instead of `_id`; they need a unique index. */
  readonly primaryKey?: readonly string[]
  /** Columns that contain the `_id`, or another column, of another collection; false for none. */
  readonly references?: Readonly<Record<string, string | Reference | false>>
  /** Paths of nested documents and arrays that become collections. */
  readonly asCollections?: readonly string[]
}

export interface Reference {
  readonly collection: string
  readonly column: string
}

export interface MongoOptions {
  /** Documents read from each end of a collection to infer its structure (default 100). */
  readonly sampleSize?: number
  /**
   * File that stores the inferred structure, so that the next start does not sample. Delete it to
   * sample again.
   */
  readonly cacheFile?: string
  /** Set to false to use only declared references as relations. */
  readonly inferReferences?: boolean
  /** Corrections to what the sample shows, by collection. */
  readonly collections?: Readonly<Record<string, CollectionOptions>>
  readonly pool?: {
    /** Maximum number of open connections (default 10). */
    readonly max?: number
    /** How long a request waits for a connection before it fails with a 503 (default 10 s). */
    readonly acquireTimeoutMs?: number
    /** How long an unused connection stays open (default 30 s). */
    readonly idleTimeoutMs?: number
  }
  /** How long to look for a server before the connection fails (default 10 s). */
  readonly connectTimeoutMs?: number
  /** Maximum duration of a statement (default 30 s). */
  readonly statementTimeoutMs?: number
}
