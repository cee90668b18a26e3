import type { ColumnType, JsonPath, WriteVerb } from '@service/datasource-toolkit'

/** The structure of a database, in the same form for all databases. */
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
  /**
   * Other tables inherit from it (PostgreSQL's `inherits`): reading it returns their rows too, but
   * its keys are unique only among its own.
   */
  readonly hasInheritors?: boolean
  /** Writing its rows can run triggers, which can change other rows. */
  readonly hasTriggers?: boolean
  /** Writes the user of the connection has no privilege for. */
  readonly missingPrivileges?: readonly WriteVerb[]
  readonly columns: readonly ColumnInfo[]
  readonly primaryKey: readonly string[]
  /** Why the declared primary key cannot be used: the column and its problem. */
  readonly unusableKey?: { readonly column: string; readonly problem: string }
  readonly uniqueKeys: readonly (readonly string[])[]
  readonly foreignKeys: readonly ForeignKeyInfo[]
}

export interface ColumnInfo {
  readonly name: string
  /** The database's name of the column, when it cannot be the name of a field. */
  readonly storedAs?: string
  readonly columnType: ColumnType
  /** The database's name of the type, such as `timestamp with time zone`, for codecs and casts. */
  readonly databaseType: string
  readonly enumValues?: readonly string[]
  /**
   * The type, or the element type, is a domain over `databaseType`: stored values satisfy its
   * constraints, operands need not.
   */
  readonly isDomain?: true
  /** Different texts can be equal, as in a collation that ignores case: such a column has no patterns. */
  readonly hasLooseCollation?: true
  readonly allowNull: boolean
  /**
   * The agent rejects null, but the database accepts it: a SQLite key that is not declared `not
   * null`.
   */
  readonly mayHoldNull?: boolean
  /** Computed by the database; writing it is an error. */
  readonly isGenerated: boolean
  /** Filled by a sequence or an identity when absent. */
  readonly isAutoIncrement: boolean
  readonly hasDefault: boolean
  /** The default when it is a literal, in canonical form. */
  readonly defaultValue?: unknown
  readonly maxLength?: number
  /** The user of the connection may not set it. */
  readonly isUnwritable?: boolean
  /** Set when it is a JSON path inside a column of documents. */
  readonly jsonPath?: JsonPath
}

export interface ForeignKeyInfo {
  readonly columns: readonly string[]
  readonly targetSchema?: string
  readonly targetTable: string
  readonly targetColumns: readonly string[]
}
