import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel, EngineCall } from '../model/model.js'
import { findOverride } from './override.js'
import { isPlain } from './rewrite.js'

const hookNames = { create: 'Create', update: 'Update' } as const

/**
 * Whether a write runs no customer code and stays in its collection: the source stores several such
 * records all or none.
 *
 * @example
 * const together = rows.filter(row => storesDirectly(orders, 'create', row, call))
 */
export function storesDirectly(
  collection: CollectionModel,
  verb: keyof typeof hookNames,
  row: Row,
  call: EngineCall,
): boolean {
  const isHooked = call.isOuter && collection.hooks?.[hookNames[verb]]
  return !isHooked && !findOverride(collection, verb, call) && isPlain(collection, row)
}
