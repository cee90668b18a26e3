import type {
  ColumnType,
  DataSourceFactory,
  Operator,
  RelationSchema,
  Row,
  SourceCapabilities,
  ValidationRule,
} from '@service/datasource-toolkit'

export interface MemoryColumn {
  readonly type: ColumnType
  readonly isPrimaryKey?: boolean
  readonly isReadOnly?: boolean
  /** Defaults to true, and to false for columns of the primary key. */
  readonly allowNull?: boolean
  readonly defaultValue?: unknown
  /** A record created without a value gets the next integer. */
  readonly isGenerated?: boolean
  readonly enumValues?: readonly string[]
  /** The operators this column evaluates itself. Optional: all by default. */
  readonly operators?: readonly Operator[]
  readonly isSortable?: boolean
  readonly isGroupable?: boolean
  readonly validation?: readonly ValidationRule[]
}

/** A column, or just its type. */
export type MemoryColumnDefinition = MemoryColumn | ColumnType

export interface MemoryCollection {
  readonly columns: Readonly<Record<string, MemoryColumnDefinition>>
  readonly relations?: Readonly<Record<string, RelationSchema>>
  /** Sets of columns whose combined values are unique. The primary key is always unique. */
  readonly unique?: readonly (readonly string[])[]
  readonly records?: readonly Row[]
}

export type MemoryCollections = Readonly<Record<string, MemoryCollection>>

export interface MemoryOptions extends Partial<SourceCapabilities> {
  readonly isCountable?: boolean
}

/** The factory carries the definition, so that the types of a schema can be inferred from it. */
export type MemoryDataSourceFactory<T extends MemoryCollections> = DataSourceFactory & {
  readonly definition: T
}
