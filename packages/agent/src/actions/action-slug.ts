import type { ActionModel, CollectionModel, Model } from '@service/engine'
import { ConfigurationError } from '../errors.js'

/** The name of an action in its path. */
export function actionSlug({ name }: Pick<ActionModel, 'name'>): string {
  return name.toLowerCase().replace(/[^a-z0-9-]+/g, '-')
}

/** The actions of a collection in the order they were added, which numbers them. */
export function actionsOf({ actions }: CollectionModel): readonly ActionModel[] {
  return [...actions.values()]
}

/** What the schema calls an action. */
export function actionId(collection: CollectionModel, action: ActionModel): string {
  return `${collection.name}-${actionsOf(collection).indexOf(action)}-${actionSlug(action)}`
}

/** Without the number in their paths, actions of one collection must have different slugs. */
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
