import type { TypeOf } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { plainPath } from '../plan/path-of.js'

/** Returns the function that finds column types by path, for the evaluator. */
export function typeOf(collection: CollectionModel): TypeOf {
  return path => collection.path(plainPath(path)).column.columnType
}
