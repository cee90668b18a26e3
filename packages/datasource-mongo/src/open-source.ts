import type { Logger } from '@service/base'
import type { MongoSource } from './collection.js'
import { connect, type MongoAddress } from './connect.js'
import { describeCollections } from './describe/describe-collections.js'
import { readStructure } from './introspect/read-structure.js'
import type { MongoOptions } from './options.js'
import { guarded } from './run.js'

/** Connects to a database and reads its structure. */
export async function openSource(
  address: MongoAddress,
  options: MongoOptions,
  logger: Logger,
): Promise<MongoSource> {
  const { client, db, hasTransactions } = await connect(address, options)
  try {
    const structure = await guarded(() => readStructure(db, options, logger))
    const collections = describeCollections(structure, options, logger)
    return {
      client,
      db,
      hasTransactions,
      collections: new Map(collections.map(collection => [collection.name, collection])),
      timeoutMs: options.statementTimeoutMs ?? 30_000,
    }
  } catch (error) {
    await client.close()
    throw error
  }
}
