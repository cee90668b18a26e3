import type { CollectionModel } from '../../core/schema/collection-model.js'
import { guessLabel } from '../../core/schema/guess-label.js'

/** What a field is called; a column that the panel shows only as a relation, by its name. */
export function findLabel({ fields }: CollectionModel, name: string): string {
  return fields.get(name)?.label ?? guessLabel(name)
}
