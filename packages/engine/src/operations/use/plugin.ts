import type { ColumnType, Operator } from '@service/datasource-toolkit'

/** A column when a plugin runs. */
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

/** A relation when a plugin runs. */
export interface RelationSoFar {
  readonly kind: 'ManyToOne' | 'OneToOne' | 'OneToMany' | 'ManyToMany'
  readonly name: string
  readonly foreignCollection: string
  readonly throughCollection?: string
}

/** A collection after the calls before the plugin. */
export interface CollectionSoFar {
  readonly name: string
  readonly fields: ReadonlyMap<string, ColumnSoFar | RelationSoFar>
}

/** Options may be omitted only when the plugin accepts undefined. */
export type PluginOptions<O> = undefined extends O ? [options?: O] : [options: O]
