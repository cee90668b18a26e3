import type { ColumnType, Operator } from '@service/datasource-toolkit'

/** A column as it is when a plugin runs. */
export interface ColumnSoFar {
  readonly kind: 'Column'
  readonly name: string
  readonly columnType: ColumnType
  readonly enumValues?: readonly string[]
  readonly defaultValue?: unknown
  readonly isPrimaryKey: boolean
  readonly isReadOnly: boolean
  readonly isSortable: boolean
  readonly allowNull: boolean
  readonly operators: ReadonlySet<Operator>
}

/** A relation as it is when a plugin runs. */
export interface RelationSoFar {
  readonly kind: 'ManyToOne' | 'OneToOne' | 'OneToMany' | 'ManyToMany'
  readonly name: string
  readonly foreignCollection: string
  readonly throughCollection?: string
}

/** A collection as the calls before the plugin left it. */
export interface CollectionSoFar {
  readonly name: string
  readonly fields: ReadonlyMap<string, ColumnSoFar | RelationSoFar>
}

/** Options may be left out only when the plugin can do without. */
export type PluginOptions<O> = undefined extends O ? [options?: O] : [options: O]
