import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import { StaleRecordError } from '../errors.js'
import { exportedName } from '../query/exported-name.js'
import { showValue } from '../serialise/show-value.js'

/** The 409 for a record without the expected values; `current` has the expected fields as they are. */
export function staleRecord(
  collection: CollectionModel,
  id: string,
  current: Row,
): StaleRecordError {
  const shown = Object.entries(current).flatMap(([name, value]) => {
    const field = collection.fields.get(name)
    if (field?.kind !== 'Column') return []
    return [[exportedName(field), showValue(collection, field, value)] as const]
  })
  return new StaleRecordError(collection.name, id, Object.fromEntries(shown))
}
