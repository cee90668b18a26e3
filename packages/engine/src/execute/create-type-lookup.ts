import type { GetColumnType } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { plainPath } from '../plan/get-path.js'

/** Returns the function that finds column types by path, for the evaluator. */
export function createTypeLookup(collection: CollectionModel): GetColumnType {
  return path => collection.path(plainPath(path)).column.columnType
}
