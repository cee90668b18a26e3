import { entryError } from '../journal.js'
import { expandSort } from '../plan/rewrite-sort.js'
import type { Draft } from './draft.js'
import type { CollectionModel } from './model.js'

/** Throws on sort replacements that name unknown or unsortable fields, or form a cycle. */
export function checkSorts(draft: Draft, collections: ReadonlyMap<string, CollectionModel>): void {
  for (const { name, fields } of draft.values()) {
    const collection = collections.get(name)
    for (const field of fields.values()) {
      if (field.kind !== 'Column' || field.sort.kind !== 'replaced' || !collection) continue
      try {
        expandSort(collection, [{ field: field.name, ascending: true }])
      } catch (error) {
        throw field.sortSetBy ? entryError(field.sortSetBy, error) : error
      }
    }
  }
}
