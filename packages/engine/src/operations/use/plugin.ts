import type { Logger } from '@service/base'
import type { ColumnType, Operator } from '@service/datasource-toolkit'
import type { ChartDefinition } from '../../charts/chart.js'
import type { CollectionCustomizer } from '../index.js'

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

/** The agent as a plugin sees it: its collections so far, and what can be asked of it. */
export interface DataSourceCustomizer {
  readonly collections: ReadonlyMap<string, CollectionSoFar>
  customizeCollection(
    name: string,
    callback: (collection: CollectionCustomizer) => unknown,
  ): DataSourceCustomizer
  addChart(name: string, definition: ChartDefinition): DataSourceCustomizer
  removeCollection(...names: string[]): DataSourceCustomizer
  use<O = undefined>(plugin: Plugin<O>, ...options: PluginOptions<O>): DataSourceCustomizer
}

/** The collection a plugin was loaded on. */
export interface PluginCollection extends CollectionCustomizer {
  readonly name: string
  /** Its fields so far. */
  readonly schema: CollectionSoFar
}

/**
 * Customizations as a package: a function that makes calls. They take effect when it is done,
 * before the calls that follow its `use`. It runs again at each restart.
 *
 * @example
 * const countRecords: Plugin<{ chart: string }> = (dataSource, _, { chart }) => {
 *   dataSource.addChart(chart, (_context, resultBuilder) =>
 *     resultBuilder.value(dataSource.collections.size),
 *   )
 * }
 */
export type Plugin<O = undefined> = (
  dataSource: DataSourceCustomizer,
  /** Null when the plugin is loaded on the agent. */
  collection: PluginCollection | null,
  options: O,
  logger: Logger,
) => void | Promise<void>

/** A plugin that needs a collection to be loaded on. */
export type CollectionPlugin<O = undefined> = (
  dataSource: DataSourceCustomizer,
  collection: PluginCollection,
  options: O,
  logger: Logger,
) => void | Promise<void>

/** Options may be left out only when the plugin can do without. */
export type PluginOptions<O> = undefined extends O ? [options?: O] : [options: O]
