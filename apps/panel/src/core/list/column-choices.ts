import { canBeColumn } from '../schema/apply-layout.js'
import type { CollectionModel, Collections } from '../schema/collection-model.js'
import { createWordMatch } from './match-words.js'

const mostFound = 40

/**
 * Finds the fields that can be columns by their label: of the collection, then of the records it
 * belongs to.
 *
 * @example
 * searchColumns(collections, orders, 'city') // ['customer:city']
 */
export function searchColumns(
  collections: Collections,
  collection: CollectionModel,
  text: string,
): readonly string[] {
  const isWanted = createWordMatch(text)
  const relations = [...collection.fields.values()].filter(({ kind }) => kind === 'to-one')
  const levels = [
    { owner: collection, path: '', label: '' },
    ...relations.flatMap(({ name, label, target }) => {
      const owner = collections.get(target ?? '')
      return owner ? [{ owner, path: `${name}:`, label: `${label} ` }] : []
    }),
  ]
  return levels
    .flatMap(({ owner, path, label }) =>
      [...owner.fields.values()]
        .filter(field => canBeColumn(field) && !field.isSecret)
        .filter(field => isWanted(label + field.label))
        .map(field => path + field.name),
    )
    .slice(0, mostFound)
}
