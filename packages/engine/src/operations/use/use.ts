import { ValidationError } from '@service/base'
import type { Additions, Schema } from '../../typings/schema.js'
import { defineAgentOperation, defineOperation } from '../define-operation.js'
import type { CollectionCustomizer } from '../index.js'
import type { CollectionPlugin, Plugin, PluginOptions } from './plugin.js'
import { runCollectionPlugin, runPlugin } from './run-plugin.js'

export interface Use<S extends Schema, N extends keyof S, A extends Additions> {
  /**
   * Loads a plugin on the collection: a function that makes calls of its own.
   *
   * @example
   * orders.use(addTimestamps, { createdAt: 'created_at' })
   */
  use<O = undefined>(
    plugin: CollectionPlugin<O>,
    ...options: PluginOptions<O>
  ): CollectionCustomizer<S, N, A>
}

export const use = defineOperation(
  'use',
  (collection, plugin: CollectionPlugin<unknown>, options: unknown) => {
    checkPlugin(plugin)
    return runCollectionPlugin(collection, plugin, options)
  },
)

export const useOnAgent = defineAgentOperation(
  'use',
  (model, plugin: Plugin<unknown>, options: unknown) => {
    checkPlugin(plugin)
    return runPlugin(model.collections, model.logger, (dataSource, logger) =>
      plugin(dataSource, null, options, logger),
    )
  },
)

function checkPlugin(plugin: unknown): void {
  if (typeof plugin === 'function') return
  throw new ValidationError(
    `A plugin is a function, not ${plugin === null ? 'null' : typeof plugin}.`,
  )
}
