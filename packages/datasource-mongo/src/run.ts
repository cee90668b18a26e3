import type { Call } from '@service/datasource-toolkit'
import type { ClientSession, Document } from 'mongodb'
import type { MongoCollection, MongoSource } from './collection.js'
import { toServiceError } from './errors.js'

/** Runs a pipeline to its end, within the time of a statement and as long as the caller waits. */
export function aggregateDocuments(
  source: MongoSource,
  collection: string,
  pipeline: readonly Document[],
  call: Call,
): Promise<Document[]> {
  return guarded(() =>
    source.db
      .collection(collection)
      .aggregate([...pipeline], {
        maxTimeMS: source.timeoutMs,
        allowDiskUse: true,
        ...(call.signal && { signal: call.signal }),
      })
      .toArray(),
  )
}

/** The answer of the driver, or its error as ours. */
export async function guarded<T>(run: () => Promise<T>, collection?: MongoCollection): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toServiceError(error, collection)
  }
}

/** All or nothing where the server has transactions; else one write after the other. */
export function inTransaction<T>(
  source: MongoSource,
  collection: MongoCollection,
  run: (session: ClientSession | undefined) => Promise<T>,
): Promise<T> {
  return guarded(
    () =>
      source.hasTransactions
        ? source.client.withSession(session => session.withTransaction(() => run(session)))
        : run(undefined),
    collection,
  )
}
