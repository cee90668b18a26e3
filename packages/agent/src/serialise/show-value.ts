import { parseExactJson } from '@service/base'
import type { CollectionModel, ColumnModel } from '@service/engine'
import { valueWriter } from './column-text.js'

/** The value of a column as responses have it; null when there is none. */
export function showValue(
  collection: CollectionModel,
  column: ColumnModel,
  value: unknown,
): unknown {
  if (value === null || value === undefined) return null
  return parseExactJson(valueWriter(collection, column)(value))
}
