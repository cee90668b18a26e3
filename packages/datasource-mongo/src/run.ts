import { randomUUID } from 'node:crypto'
import type { Call } from '@service/datasource-toolkit'
import type { Abortable, AggregateOptions, ClientSession, Db, Document } from 'mongodb'
import type { MongoCollection, MongoSource } from './collection.js'
import { toServiceError } from './errors.js'

/** Runs a pipeline to its end, within the time of a statement and as long as the caller waits. */
export function aggregateDocuments(
  source: MongoSource,
  collection: string,
  pipeline: readonly Document[],
  { signal }: Call,
): Promise<Document[]> {
  const run = (options: AggregateOptions & Abortable) =>
    source.db
      .collection(collection)
      .aggregate([...pipeline], { maxTimeMS: source.timeoutMs, allowDiskUse: true, ...options })
      .toArray()
  return guarded(() => (signal ? cancellable(source, signal, run) : run({})))
}

/** Runs a statement that the server is told to stop when the caller leaves. */
async function cancellable<T>(
  { db }: MongoSource,
  signal: AbortSignal,
  run: (options: Abortable & { readonly comment: string }) => Promise<T>,
): Promise<T> {
  const comment = nextComment()
  try {
    return await run({ signal, comment })
  } catch (error) {
    // The driver only stops to wait.
    if (signal.aborted) await kill(db, comment).catch(() => {})
    throw error
  }
}

const sender = randomUUID()
let statements = 0
const nextComment = () => `${sender} ${++statements}`

/** Users may see and stop what they run themselves. */
async function kill(db: Db, comment: string): Promise<void> {
  const admin = db.admin()
  const filter = { currentOp: 1, $ownOps: true, 'command.comment': comment }
  const { inprog } = await admin.command(filter)
  for (const { opid } of inprog) await admin.command({ killOp: 1, op: opid })
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
