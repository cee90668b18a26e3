import { ValidationError } from '@service/base'
import type { JsonPath } from '../schema.js'
import type { Row } from '../source.js'
import { buildDocument, mergeDocuments } from './document.js'

/** A JSON path, and how its values are encoded. Optional: stored unchanged by default. */
interface WrittenJsonPath extends JsonPath {
  encode?(value: unknown): unknown
}

/**
 * Groups the changes of a patch inside documents by the column that contains the document.
 *
 * @throws ValidationError when the patch contains a JSON path column and the column it is in.
 * @example
 * documentChanges('products', { width: 3 }, () => ({ column: 'meta', path: ['size', 'width'] }))
 * // Map { 'meta' => { size: { width: 3 } } }
 */
export function documentChanges(
  collection: string,
  patch: Row,
  findJsonPath: (name: string) => WrittenJsonPath | undefined,
): ReadonlyMap<string, Row> {
  const changes = new Map<string, Row>()
  for (const [name, value] of Object.entries(patch)) {
    const jsonPath = findJsonPath(name)
    if (!jsonPath) continue
    const { column, path } = jsonPath
    if (patch[column] !== undefined) {
      throw new ValidationError(
        `'${column}' and '${name}' of '${collection}' are written together: write the one or the other.`,
      )
    }
    const change = buildDocument(path, jsonPath.encode ? jsonPath.encode(value) : value)
    changes.set(column, mergeDocuments(changes.get(column), change))
  }
  return changes
}
