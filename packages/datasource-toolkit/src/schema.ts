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
  /** Operators the source evaluates itself. The engine derives the others. */
  readonly operators: ReadonlySet<Operator>
  readonly isPrimaryKey: boolean
  /** The source refuses or ignores values for it: generated columns, columns of views. */
  readonly isReadOnly: boolean
  readonly isSortable: boolean
  readonly isGroupable: boolean
  readonly allowNull: boolean
  /** True when a record can be created without a value: a default, an identity, a sequence. */
  readonly hasDefault: boolean
  /** The default when it is a literal. */
  readonly defaultValue?: unknown
  readonly enumValues?: readonly string[]
  /** Texts the column may hold beside the values of its type, as `0000-00-00` among days. */
  readonly alsoHolds?: RegExp
  readonly validation: readonly ValidationRule[]
  /** It is a place inside another column rather than one of its own. */
  readonly place?: ColumnPlace
}

/** A place inside a column of documents: the names that lead to it. */
export interface ColumnPlace {
  readonly column: string
  readonly path: readonly string[]
}

/** `from` is a column of this side, `to` the column it equals on the other side. */
export interface KeyPair {
  readonly from: string
  readonly to: string
}

export interface ToOneSchema {
  readonly kind: 'ManyToOne' | 'OneToOne'
  readonly foreignCollection: string
  readonly keys: readonly KeyPair[]
  /** The source refuses to store keys that lead to no record. */
  readonly isEnforced?: boolean
  /** Several rows of the foreign collection may have one key: the first in its own order is the related one. */
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
   * Nothing proves that the key is unique. It then serves to read one record where it finds exactly
   * one, and nothing else. Lists with an order are in one total order all the same.
   */
  readonly isPrimaryKeyGuessed?: true
  /** Rows may lack a part of the key; all others have a key of their own. */
  readonly isPrimaryKeyNullable?: true
  readonly isCountable: boolean
  readonly isReadOnly: boolean
  /** Writes that the source refuses to the user it was opened with. */
  readonly missingPrivileges?: ReadonlySet<WriteVerb>
}

export type WriteVerb = 'create' | 'update' | 'delete'
