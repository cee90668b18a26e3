import { UnknownCollectionError } from '@service/datasource-toolkit'
import type { CollectionModel, Model } from '@service/engine'

/** The collection clients know by this name, or a 404. */
export function exportedCollection(model: Model, name: string): CollectionModel {
  const collection = model.collections.get(name)
  if (collection?.isExported) return collection
  const exported = [...model.collections.values()].filter(({ isExported }) => isExported)
  throw new UnknownCollectionError(
    name,
    exported.map(known => known.name),
  )
}
