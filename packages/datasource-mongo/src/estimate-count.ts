import { documentsOf, type MongoCollection, type MongoSource } from './collection.js'
import { guarded } from './run.js'

/** The number of documents according to the collection's own records. */
export function estimateCount(source: MongoSource, collection: MongoCollection): Promise<number> {
  return guarded(() =>
    documentsOf(source, collection).estimatedDocumentCount({ maxTimeMS: source.timeoutMs }),
  )
}
