import { ValidationError } from '@service/base'
import type { ColumnPlace } from '../schema.js'
import type { Row } from '../source.js'
import { documentOf, mergeDocuments } from './document.js'

/** A place inside a column, and how a value is stored there; absent: as it is. */
interface WrittenPlace extends ColumnPlace {
  encode?(value: unknown): unknown
}

/**
 * What a patch changes inside documents, by the column that holds them.
 *
 * @throws ValidationError when the patch names a place and the column that holds it.
 * @example
 * documentChanges('products', { width: 3 }, () => ({ column: 'meta', path: ['size', 'width'] }))
 * // Map { 'meta' => { size: { width: 3 } } }
 */
export function documentChanges(
  collection: string,
  patch: Row,
  placeOf: (name: string) => WrittenPlace | undefined,
): ReadonlyMap<string, Row> {
  const changes = new Map<string, Row>()
  for (const [name, value] of Object.entries(patch)) {
    const place = placeOf(name)
    if (!place) continue
    const { column, path } = place
    if (patch[column] !== undefined) {
      throw new ValidationError(
        `'${column}' and '${name}' of '${collection}' are written together: write the one or the other.`,
      )
    }
    const change = documentOf(path, place.encode ? place.encode(value) : value)
    changes.set(column, mergeDocuments(changes.get(column), change))
  }
  return changes
}
