import { NotFoundError } from '@service/base'
import type { ActionModel, CollectionModel } from '@service/engine'
import { RouteNotFoundError } from '@service/http'
import { exportedCollection } from '../query/exported-collection.js'
import type { PrivateContext } from '../routes/route.js'
import { actionSlug, listActions } from './action-slug.js'

/** An action found by its URL path. */
export interface FoundAction {
  readonly collection: CollectionModel
  readonly action: ActionModel
}

/** Finds the action of `/_actions/:collection/:index/:slug`, or throws 404. */
export function findAction({ runtime, request, params, access }: PrivateContext): FoundAction {
  const { collection: name, index, slug } = params
  if ((index === undefined) !== runtime.options.useUnsafeActionEndpoint) {
    throw new RouteNotFoundError(request.url)
  }
  const collection = exportedCollection(runtime.model, name!, access)
  const actions = listActions(collection)
  const numbered = index === undefined ? actions : actions.slice(Number(index), Number(index) + 1)
  const action = numbered.find(known => actionSlug(known) === slug)
  if (action) return { collection, action }
  throw new NotFoundError(
    `'${collection.name}' has no action at this path. Read the schema again: its actions changed.`,
  )
}
