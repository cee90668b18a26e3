import type { Logger } from '@service/base'
import { type Db, type Document, MongoServerError } from 'mongodb'
import type { MongoOptions } from '../options.js'
import { cachedStructure, storeStructure } from './cache.js'
import { inferReferences, type SampledCollection } from './infer-references.js'
import { readRules } from './read-rules.js'
import { sampleFields } from './sample-fields.js'
import type { Structure } from './structure.js'

/** Number of collections sampled at the same time. */
const atOnce = 4
/** The server's error code for a statement that took too long. */
const timeout = 50

/**
 * Reads the structure of the database: from the cache file, else from a sample of each collection.
 */
export async function readStructure(
  db: Db,
  options: MongoOptions,
  logger: Logger,
): Promise<Structure> {
  const { cacheFile } = options
  const kept = cacheFile ? await cachedStructure(cacheFile, db.databaseName, logger) : undefined
  if (kept) return kept
  const structure = await sampleDatabase(db, options, logger)
  if (cacheFile) await storeStructure(cacheFile, db.databaseName, structure)
  return structure
}

async function sampleDatabase(db: Db, options: MongoOptions, logger: Logger): Promise<Structure> {
  const infos = await db.listCollections().toArray()
  const wanted = infos
    .filter(({ name }) => !name.startsWith('system.'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const sampled: SampledCollection[] = []
  for (let start = 0; start < wanted.length; start += atOnce) {
    const some = wanted.slice(start, start + atOnce)
    const found = await Promise.all(some.map(info => sampleOrSkip(db, info, options, logger)))
    sampled.push(...found.flat())
  }
  const references =
    options.inferReferences === false ? new Map() : await inferReferences(db, sampled)
  return {
    collections: sampled.map(({ structure }) => ({
      ...structure,
      references: references.get(structure.name) ?? [],
    })),
  }
}

/** A view that the server cannot compute, or a collection the user may not read, is left out. */
async function sampleOrSkip(
  db: Db,
  info: Document,
  options: MongoOptions,
  logger: Logger,
): Promise<SampledCollection[]> {
  try {
    return [await sampleCollection(db, info, options)]
  } catch (error) {
    const isRefused = error instanceof MongoServerError && error.code !== timeout
    if (!isRefused) throw error
    logger('Warn', `The ${info.type} '${info.name}' is left out: ${error.message}`, error)
    return []
  }
}

async function sampleCollection(
  db: Db,
  info: Document,
  { sampleSize = 100, statementTimeoutMs: maxTimeMS = 30_000 }: MongoOptions,
): Promise<SampledCollection> {
  const isView = info.type === 'view'
  const [documents, indexes] = await Promise.all([
    sampleDocuments(db, info, sampleSize, maxTimeMS),
    isView ? [] : db.collection(info.name).indexes(),
  ])
  return {
    documents,
    structure: {
      name: info.name,
      isView,
      fields: sampleFields(documents),
      rules: readRules(info.options?.validator),
      uniqueKeys: indexes
        .filter(({ unique, partialFilterExpression }) => unique && !partialFilterExpression)
        .map(({ key }) => Object.keys(key)),
      references: [],
    },
  }
}

/**
 * Samples the first and the last documents, so that the result is the same at every start while
 * they do not change.
 */
async function sampleDocuments(
  db: Db,
  { name, type }: Document,
  limit: number,
  maxTimeMS: number,
): Promise<Document[]> {
  const from = (direction: 1 | -1) =>
    db
      .collection(name)
      .find({}, { sort: { _id: direction }, limit, maxTimeMS })
      .toArray()
  // Only collections have an index on _id; sorting a view could compute all of it.
  if (type !== 'collection') {
    return db
      .collection(name)
      .find({}, { limit: 2 * limit, maxTimeMS })
      .toArray()
  }
  const [first, last] = await Promise.all([from(1), from(-1)])
  return [...first, ...last.toReversed()]
}
