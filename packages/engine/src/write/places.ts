import { documentOf, mergeDocuments, type Row } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'

/**
 * Returns a row or a patch in which JSON path columns are inside the documents of their columns.
 */
export function foldPlaces({ source }: CollectionModel, columns: Row): Row {
  const row: Row = {}
  const places = Object.entries(columns).flatMap(([name, value]) => {
    const field = source.schema.fields[name]
    if (field?.kind === 'Column' && field.place) return [{ ...field.place, value }]
    row[name] = value
    return []
  })
  for (const { column, path, value } of places) {
    row[column] = mergeDocuments(row[column], documentOf(path, value))
  }
  return row
}
