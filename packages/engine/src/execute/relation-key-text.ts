import { type KeyText, keyText } from '@service/datasource-toolkit'
import type { CollectionModel, ToOneModel } from '../model/model.js'

/** How the keys of a relation are compared in memory, on both of its sides. */
export function relationKeyText({ target, keys }: ToOneModel): KeyText {
  return columnsKeyText(
    target,
    keys.map(({ to }) => to),
  )
}

/** How keys made of these columns are compared in memory. */
export function columnsKeyText(collection: CollectionModel, columns: readonly string[]): KeyText {
  return keyText(columns.map(name => collection.path(name).column.columnType))
}
