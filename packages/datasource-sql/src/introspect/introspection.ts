import type { ColumnPlace, ColumnType, WriteVerb } from '@service/datasource-toolkit'

/** What a database's catalogue says, in one form for all databases. */
export interface Introspection {
  /** The schema whose tables need no prefix; absent where the database has no schemas. */
  readonly defaultSchema?: string
  readonly tables: readonly TableInfo[]
}

export interface TableInfo {
  /** Absent where the database has no schemas (SQLite, MySQL). */
  readonly schema?: string
  readonly name: string
  readonly isView: boolean
  /** Rows of other tables are read with its own (PostgreSQL's `inherits`): its keys hold for its own only. */
  readonly hasInheritors?: boolean
  /** Writing its rows may run code of the database, which may write others. */
  readonly hasTriggers?: boolean
  /** Writes that the user of the connection may not do. */
  readonly missingPrivileges?: readonly WriteVerb[]
  readonly columns: readonly ColumnInfo[]
  readonly primaryKey: readonly string[]
  /** Why the primary key that is declared is not there: the column, and what is wrong with it. */
  readonly unusableKey?: { readonly column: string; readonly problem: string }
  readonly uniqueKeys: readonly (readonly string[])[]
  readonly foreignKeys: readonly ForeignKeyInfo[]
}

export interface ColumnInfo {
  readonly name: string
  /** What the database calls it, when that cannot be the name of a field. */
  readonly storedAs?: string
  readonly columnType: ColumnType
  /** The database's own name of the type, e.g. `timestamp with time zone`: codecs and casts read it. */
  readonly databaseType: string
  readonly enumValues?: readonly string[]
  /** It, or what it lists, is of a domain over `databaseType`: what is stored keeps its rules, operands need not. */
  readonly isDomain?: true
  readonly allowNull: boolean
  /** Null is refused by us, yet the database takes it: a key of SQLite that is not declared `not null`. */
  readonly mayHoldNull?: boolean
  /** Computed by the database: writing it is an error. */
  readonly isGenerated: boolean
  /** Filled by a sequence or an identity when absent. */
  readonly isAutoIncrement: boolean
  readonly hasDefault: boolean
  /** The default when it is a literal, in canonical form. */
  readonly defaultValue?: unknown
  readonly maxLength?: number
  /** The user of the connection may give it no value. */
  readonly isUnwritable?: boolean
  /** It is a place inside a column of documents. */
  readonly place?: ColumnPlace
}

export interface ForeignKeyInfo {
  readonly columns: readonly string[]
  readonly targetSchema?: string
  readonly targetTable: string
  readonly targetColumns: readonly string[]
}
