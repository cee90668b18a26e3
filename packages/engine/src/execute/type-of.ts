import type { TypeOf } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { plainPath } from '../plan/path-of.js'

/** Column types by path, as the evaluator asks for them. */
export function typeOf(collection: CollectionModel): TypeOf {
  return path => collection.path(plainPath(path)).column.columnType
}
