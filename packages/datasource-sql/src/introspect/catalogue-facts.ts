import type { ColumnType, WriteVerb } from '@service/datasource-toolkit'

/** What each dialect reads from its catalogue, before tables are put together: one fact per row. */
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
  /** The user may read nothing of it. */
  readonly isUnreadable?: boolean
  /** Writes that the user may not do. */
  readonly missingPrivileges?: readonly WriteVerb[]
  readonly hasInheritors?: boolean
}

/** The column type a database type stands for. */
export interface MappedType {
  readonly columnType: ColumnType
  readonly databaseType: string
  readonly enumValues?: readonly string[]
  /** It, or what it lists, is of a domain over `databaseType`. */
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
  /** The user may not read it. */
  readonly isUnreadable?: boolean
  /** The user may give it no value, neither when creating nor when updating. */
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
