import { buildDocument, mergeDocuments, type Row } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'

/**
 * Returns a row or a patch in which JSON path columns are inside the documents of their columns.
 */
export function foldJsonPathColumns({ source }: CollectionModel, columns: Row): Row {
  const row: Row = {}
  const jsonPathColumns = Object.entries(columns).flatMap(([name, value]) => {
    const field = source.schema.fields[name]
    if (field?.kind === 'Column' && field.jsonPath) return [{ ...field.jsonPath, value }]
    row[name] = value
    return []
  })
  for (const { column, path, value } of jsonPathColumns) {
    row[column] = mergeDocuments(row[column], buildDocument(path, value))
  }
  return row
}
