import { UnknownCollectionError } from '@service/datasource-toolkit'
import type { CollectionModel, Model } from '@service/engine'
import type { Access } from '../gateway/access.js'

/** The collection clients know by this name, or a 404. */
export function exportedCollection(model: Model, name: string, access: Access): CollectionModel {
  const collection = model.collections.get(name)
  if (collection?.isExported) return collection
  // The others are not named to whoever may not see them.
  const visible = [...model.collections.values()].filter(
    known => known.isExported && access.mayRead(known),
  )
  throw new UnknownCollectionError(
    name,
    visible.map(known => known.name),
  )
}
