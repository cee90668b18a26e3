import type { ColumnType } from './column-types.js'
import type { Operator } from './operators.js'

export interface ValidationRule {
  readonly operator: Operator
  readonly value?: unknown
}

/** A column as its source describes it. */
export interface ColumnSchema {
  readonly kind: 'Column'
  readonly columnType: ColumnType
  /** Operators the source evaluates itself; the engine derives the others. */
  readonly operators: ReadonlySet<Operator>
  readonly isPrimaryKey: boolean
  /** The source rejects or ignores values for it, as for generated columns and columns of views. */
  readonly isReadOnly: boolean
  readonly isSortable: boolean
  readonly isGroupable: boolean
  readonly allowNull: boolean
  /**
   * A record can be created without a value: the column has a default, an identity or a sequence.
   */
  readonly hasDefault: boolean
  /** The default when it is a literal. */
  readonly defaultValue?: unknown
  readonly enumValues?: readonly string[]
  /**
   * Texts the column can contain besides the values of its type, such as `0000-00-00` in a column
   * of days.
   */
  readonly alsoHolds?: RegExp
  readonly validation: readonly ValidationRule[]
  /** Set when it is a JSON path inside another column rather than a stored column. */
  readonly jsonPath?: JsonPath
}

/** A JSON path: member names inside a column of documents. */
export interface JsonPath {
  readonly column: string
  readonly path: readonly string[]
}

/** `from` is a column of this collection, `to` the column it equals in the other one. */
export interface KeyPair {
  readonly from: string
  readonly to: string
}

export interface ToOneSchema {
  readonly kind: 'ManyToOne' | 'OneToOne'
  readonly foreignCollection: string
  readonly keys: readonly KeyPair[]
  /** The source rejects keys that match no record. */
  readonly isEnforced?: boolean
  /**
   * Several rows of the foreign collection can have the same key; the first one in its default
   * order is the related row.
   */
  readonly mayLeadToSeveral?: true
}

export interface OneToManySchema {
  readonly kind: 'OneToMany'
  readonly foreignCollection: string
  readonly keys: readonly KeyPair[]
}

export interface ManyToManySchema {
  readonly kind: 'ManyToMany'
  readonly foreignCollection: string
  readonly throughCollection: string
  /** From this collection to the junction. */
  readonly originKeys: readonly KeyPair[]
  /** From the junction to the foreign collection. */
  readonly foreignKeys: readonly KeyPair[]
}

export type RelationSchema = ToOneSchema | OneToManySchema | ManyToManySchema
export type FieldSchema = ColumnSchema | RelationSchema

export interface CollectionSchema {
  readonly fields: Readonly<Record<string, FieldSchema>>
  /** Names of the primary key columns, in key order. */
  readonly primaryKey: readonly string[]
  /**
   * The key may not be unique. It can be used to read one record when exactly one matches, and for
   * nothing else. Sorted lists still have a total order.
   */
  readonly isPrimaryKeyGuessed?: true
  /** Key columns can be null; rows without nulls in the key have unique keys. */
  readonly isPrimaryKeyNullable?: true
  readonly isCountable: boolean
  readonly isReadOnly: boolean
  /** Writes the user of the source has no privilege for. */
  readonly missingPrivileges?: ReadonlySet<WriteVerb>
}

export type WriteVerb = 'create' | 'update' | 'delete'
