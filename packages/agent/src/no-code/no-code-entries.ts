import { ValidationError } from '@service/base'
import { UnknownCollectionError } from '@service/datasource-toolkit'
import type { CollectionModel, JournalEntry, Model } from '@service/engine'
import { actionSlug } from '../actions/action-slug.js'
import type { ResolvedOptions } from '../options.js'
import { exportedName } from '../query/exported-name.js'
import { describeEntry, type NoCodeCustomization, readCustomization } from './read-customization.js'
import { runUpdate } from './update-action.js'
import { runWebhook } from './webhook-action.js'

type Options = Pick<ResolvedOptions, 'experimental' | 'logger' | 'useUnsafeActionEndpoint'>

const flags = {
  webhook: 'webhookCustomActions',
  'update-record': 'updateRecordCustomActions',
} as const

/**
 * Converts no-code customizations to customization calls. They are data and run no code of their own.
 * An invalid one is skipped, with its reason in the log, and the others are applied.
 */
export function noCodeEntries(
  model: Model,
  customizations: readonly unknown[],
  options: Options,
): readonly JournalEntry[] {
  const taken = new Set<string>()
  return customizations.flatMap(given => {
    try {
      const customization = readCustomization(given)
      if (!options.experimental?.[flags[customization.action.type]]) return []
      return [toEntry(model, customization, taken, options)]
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      options.logger(
        'Error',
        `The action ${describeEntry(given)} made without code is refused: ${reason}`,
      )
      return []
    }
  })
}

const engineScopes = { single: 'Single', bulk: 'Bulk', global: 'Global' } as const

function toEntry(
  model: Model,
  customization: NoCodeCustomization,
  taken: Set<string>,
  options: Options,
): JournalEntry {
  const { name, scope } = customization
  const collection = requireCollection(model, customization.collection)
  requireFree(collection, name, taken, options)
  const definition = { scope: engineScopes[scope], execute: execution(collection, customization) }
  return {
    operation: 'addAction',
    collection: collection.name,
    args: [name, definition],
    calledFrom: {},
  }
}

function execution(collection: CollectionModel, { name, scope, action }: NoCodeCustomization) {
  if (action.type === 'update-record') {
    if (scope === 'global') {
      throw new ValidationError(
        "'scope' is 'global': records are updated by 'single' and 'bulk' actions.",
      )
    }
    return runUpdate(collection, action.configuration.fields)
  }
  const keyNames = collection.primaryKey.map(exportedName)
  return runWebhook({ name, scope, url: action.configuration.url, primaryKeyFields: keyNames })
}

function requireCollection(model: Model, name: string): CollectionModel {
  const collection = model.collections.get(name)
  if (collection?.isExported) return collection
  const exported = [...model.collections.values()].filter(({ isExported }) => isExported)
  throw new UnknownCollectionError(
    name,
    exported.map(known => known.name),
  )
}

/** Code takes precedence: a no-code action does not replace an existing one. */
function requireFree(
  collection: CollectionModel,
  name: string,
  taken: Set<string>,
  { useUnsafeActionEndpoint }: Options,
): void {
  const buildKey = (action: string) =>
    `${collection.name}\0${useUnsafeActionEndpoint ? actionSlug({ name: action }) : action}`
  const others = new Set([...collection.actions.keys()].map(buildKey))
  const key = buildKey(name)
  if (others.has(key) || taken.has(key)) {
    throw new ValidationError(`'${collection.name}' already has an action of this name or path.`)
  }
  taken.add(key)
}
