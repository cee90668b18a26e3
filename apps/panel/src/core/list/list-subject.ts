import type { CollectionModel, Collections } from '../schema/collection-model.js'

/** The collection of a list, among those of the place. */
export interface ListSubject {
  readonly collections: Collections
  readonly collection: CollectionModel
}
