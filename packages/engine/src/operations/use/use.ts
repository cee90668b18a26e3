import { ValidationError } from '@service/base'
import type { CollectionPlugin, Plugin } from '../collection-customizer.js'
import { defineAgentOperation, defineOperation } from '../define-operation.js'
import { runCollectionPlugin, runPlugin } from './run-plugin.js'

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
