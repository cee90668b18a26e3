import type { ColumnType, WriteVerb } from '@service/datasource-toolkit'

/** The rows each dialect reads from its catalog, before tables are assembled. */
export interface CatalogueFacts {
  readonly defaultSchema?: string
  readonly tables: readonly TableFact[]
  readonly columns: readonly ColumnFact[]
  readonly keys: readonly KeyColumnFact[]
  readonly foreignKeys: readonly ForeignKeyColumnFact[]
}

export interface TableFact {
  readonly schema?: string
  readonly table: string
  readonly isView: boolean
  readonly hasTriggers?: boolean
  /** The user has no read privilege on any of its columns. */
  readonly isUnreadable?: boolean
  /** Writes the user has no privilege for. */
  readonly missingPrivileges?: readonly WriteVerb[]
  readonly hasInheritors?: boolean
}

/** The column type that represents a database type. */
export interface MappedType {
  readonly columnType: ColumnType
  readonly databaseType: string
  readonly enumValues?: readonly string[]
  /** The type, or the element type, is a domain over `databaseType`. */
  readonly isDomain?: true
}

export interface ColumnFact {
  readonly schema?: string
  readonly table: string
  readonly name: string
  /** The type as declared, for messages. */
  readonly declaredType: string
  /** Absent when the type has no equivalent. */
  readonly type?: MappedType
  readonly allowNull: boolean
  readonly mayHoldNull?: boolean
  readonly isGenerated: boolean
  readonly isAutoIncrement: boolean
  readonly hasDefault: boolean
  readonly defaultValue?: unknown
  readonly maxLength?: number
  /** Different texts can be equal in its collation. */
  readonly hasLooseCollation?: true
  /** The user has no read privilege on it. */
  readonly isUnreadable?: boolean
  /** The user may not set it, neither on insert nor on update. */
  readonly isUnwritable?: boolean
}

/** One column of a primary or unique key, in key order. */
export interface KeyColumnFact {
  readonly schema?: string
  readonly table: string
  readonly key: string
  readonly isPrimary: boolean
  /** Null when it is an expression, or cannot be read. */
  readonly column: string | null
}

/** One column of a foreign key, in key order. */
export interface ForeignKeyColumnFact {
  readonly schema?: string
  readonly table: string
  readonly key: string
  /** Null, like the target's, when it cannot be read. */
  readonly column: string | null
  readonly targetSchema?: string
  readonly targetTable: string
  readonly targetColumn: string | null
}
