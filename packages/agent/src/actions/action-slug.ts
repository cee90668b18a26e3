import type { ActionModel, CollectionModel, Model } from '@service/engine'
import { ConfigurationError } from '../errors.js'

/** The name of an action as it appears in its URL path. */
export function actionSlug({ name }: Pick<ActionModel, 'name'>): string {
  return name.toLowerCase().replace(/[^a-z0-9-]+/g, '-')
}

/** The actions of a collection in the order they were added; the index of an action is part of its path. */
export function listActions({ actions }: CollectionModel): readonly ActionModel[] {
  return [...actions.values()]
}

/** The id of an action in the schema. */
export function actionId(collection: CollectionModel, action: ActionModel): string {
  return `${collection.name}-${listActions(collection).indexOf(action)}-${actionSlug(action)}`
}

/** Throws when two actions of a collection share a slug, since paths without the index must be unique. */
export function checkActionSlugs({ collections }: Model): void {
  for (const collection of collections.values()) {
    const bySlug = new Map<string, string>()
    for (const action of collection.actions.values()) {
      const slug = actionSlug(action)
      const other = bySlug.get(slug)
      if (other !== undefined) {
        throw new ConfigurationError(
          `The actions '${other}' and '${action.name}' of '${collection.name}' both get the path '${slug}'. ` +
            'Rename one of them, or do not set useUnsafeActionEndpoint.',
        )
      }
      bySlug.set(slug, action.name)
    }
  }
}
