import { randomUUID } from 'node:crypto'
import type { Call } from '@service/datasource-toolkit'
import type { Abortable, AggregateOptions, ClientSession, Db, Document, FindOptions } from 'mongodb'
import type { MongoCollection, MongoSource } from './collection.js'
import { toServiceError } from './errors.js'

/** Runs a pipeline to its end, within the statement timeout and until the signal is aborted. */
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

/**
 * The stages a `find` can express, in its order; the server runs a `find` faster than a pipeline.
 */
const findStages = ['$match', '$sort', '$skip', '$limit', '$project']

function asFind(pipeline: readonly Document[]): Find | undefined {
  const stageIndexes = pipeline
    .flatMap(stage => Object.keys(stage))
    .map(name => findStages.indexOf(name))
  if (!stageIndexes.every((stageIndex, index) => stageIndex > (stageIndexes[index - 1] ?? -1)))
    return undefined
  const stages: Document = Object.assign({}, ...pipeline)
  const { $match = {}, $sort, $skip, $limit, $project } = stages
  return {
    filter: $match,
    options: {
      ...($sort && { sort: $sort }),
      ...($skip && { skip: $skip }),
      ...($project && { projection: $project }),
      // Reads everything in one batch: by default the first one has about a hundred documents.
      ...($limit && { limit: $limit, batchSize: $limit + 1 }),
    },
  }
}

/** Runs a statement that is cancelled on the server when the signal is aborted. */
async function cancellable<T>(
  { db }: MongoSource,
  signal: AbortSignal,
  run: (options: Abortable & { readonly comment: string }) => Promise<T>,
): Promise<T> {
  const comment = nextComment()
  try {
    return await run({ signal, comment })
  } catch (error) {
    // The driver itself only stops waiting.
    if (signal.aborted) await kill(db, comment).catch(() => {})
    throw error
  }
}

const sender = randomUUID()
let statements = 0
const nextComment = () => `${sender} ${++statements}`

/** Users can list and kill their own operations. */
async function kill(db: Db, comment: string): Promise<void> {
  const admin = db.admin()
  const filter = { currentOp: 1, $ownOps: true, 'command.comment': comment }
  const { inprog } = await admin.command(filter)
  for (const { opid } of inprog) await admin.command({ killOp: 1, op: opid })
}

/** Returns the driver's result, or throws its error as a typed one. */
export async function guarded<T>(run: () => Promise<T>, collection?: MongoCollection): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw toServiceError(error, collection)
  }
}

/** Runs writes in a transaction where the server has them; else one after the other. */
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
