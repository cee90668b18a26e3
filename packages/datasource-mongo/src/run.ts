import { randomUUID } from 'node:crypto'
import type { Call } from '@service/datasource-toolkit'
import type { Abortable, AggregateOptions, ClientSession, Db, Document, FindOptions } from 'mongodb'
import type { MongoCollection, MongoSource } from './collection.js'
import { toServiceError } from './errors.js'

/** Runs a pipeline to its end, within the time of a statement and as long as the caller waits. */
export function aggregateDocuments(
  source: MongoSource,
  collection: string,
  pipeline: readonly Document[],
  { signal }: Call,
): Promise<Document[]> {
  const documents = source.db.collection(collection)
  const limits = { maxTimeMS: source.timeoutMs, allowDiskUse: true }
  const plain = asFind(pipeline)
  const run = (options: AggregateOptions & FindOptions & Abortable) =>
    plain
      ? documents.find(plain.filter, { ...plain.options, ...limits, ...options }).toArray()
      : documents.aggregate([...pipeline], { ...limits, ...options }).toArray()
  return guarded(() => (signal ? cancellable(source, signal, run) : run({})))
}

interface Find {
  readonly filter: Document
  readonly options: FindOptions
}

/** The stages of a `find`, in its order: the server answers one in less time than a pipeline. */
const findStages = ['$match', '$sort', '$skip', '$limit', '$project']

function asFind(pipeline: readonly Document[]): Find | undefined {
  const places = pipeline.flatMap(stage => Object.keys(stage)).map(name => findStages.indexOf(name))
  if (!places.every((place, index) => place > (places[index - 1] ?? -1))) return undefined
  const stages: Document = Object.assign({}, ...pipeline)
  const { $match = {}, $sort, $skip, $limit, $project } = stages
  return {
    filter: $match,
    options: {
      ...($sort && { sort: $sort }),
      ...($skip && { skip: $skip }),
      ...($project && { projection: $project }),
      // All at once: by default the first answer holds a hundred documents.
      ...($limit && { limit: $limit, batchSize: $limit + 1 }),
    },
  }
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
