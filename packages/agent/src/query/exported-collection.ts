import { UnknownCollectionError } from '@service/datasource-toolkit'
import type { CollectionModel, Model } from '@service/engine'
import type { Access } from '../gateway/access.js'

/** Finds a collection by its exported name, or throws 404. */
export function exportedCollection(model: Model, name: string, access: Access): CollectionModel {
  const collection = model.collections.get(name)
  if (collection?.isExported) return collection
  // The error lists only collections the caller may see.
  const visible = [...model.collections.values()].filter(
    known => known.isExported && access.mayRead(known),
  )
  throw new UnknownCollectionError(
    name,
    visible.map(known => known.name),
  )
}
