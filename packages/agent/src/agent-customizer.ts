import type {
  Chained,
  ChartDefinition,
  CollectionCustomizer,
  Fold,
  Plugin,
  PluginOptions,
  Schema,
} from '@service/engine'

/**
 * The calls of an agent that customize it: what a function in a file of its own needs of the agent.
 *
 * @example
 * export function customize(agent: AgentCustomizer<Schema>): void {
 *   agent.customizeCollection('orders', orders => orders.disableCount())
 * }
 */
export interface AgentCustomizer<S extends Schema = Schema> {
  /** Customizes one collection by chained calls. */
  customizeCollection<const N extends keyof S & string, R>(
    name: N,
    callback: (collection: CollectionCustomizer<S, Chained<S, N>>) => R,
  ): AgentCustomizer<Fold<S, N, R>>
  /** Adds a chart of the whole project, not of one record. */
  addChart(name: string, definition: ChartDefinition<S>): this
  /** Loads a plugin: a function that customizes any collection. */
  use<O = undefined>(plugin: Plugin<O>, ...options: PluginOptions<O>): this
  /** Hides collections from clients; customization code can still use them. */
  removeCollection(...names: (keyof S & string)[]): this
}
