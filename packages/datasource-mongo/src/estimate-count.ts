import { type MongoCollection, type MongoSource, openCollection } from './collection.js'
import { guarded } from './run.js'

/** Returns the number of documents according to the metadata of the collection. */
export function estimateCount(source: MongoSource, collection: MongoCollection): Promise<number> {
  return guarded(() =>
    openCollection(source, collection).estimatedDocumentCount({ maxTimeMS: source.timeoutMs }),
  )
}
