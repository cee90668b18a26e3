import type { Navigation } from './build-navigation.js'
import type { CollectionModel, Collections } from './collection-model.js'

/**
 * Lists every collection that the caller may browse: favourites first, then in the order of the
 * navigation, then those that the layout hides there.
 *
 * @example
 * listCollections(model)[0]?.name // 'orders'
 */
export function listCollections(model: {
  readonly navigation: Navigation
  readonly collections: Collections
}): readonly CollectionModel[] {
  const { navigation, collections } = model
  const inSections = navigation.sections.flatMap(({ items }) =>
    items.flatMap(item => (item.kind === 'collection' ? [item.name] : [])),
  )
  const names = [...navigation.favourites, ...inSections, ...navigation.more, ...collections.keys()]
  return [...new Set(names)]
    .flatMap(name => collections.get(name) ?? [])
    .filter(({ rights }) => rights.browse)
}
