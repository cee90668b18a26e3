import type { CollectionSource, DataSourceFactory } from '@service/datasource-toolkit'
import { aggregate } from './aggregate.js'
import type { MongoCollection, MongoSource } from './collection.js'
import { addressOf, connect } from './connect.js'
import { describeCollections } from './describe/describe-collections.js'
import { estimateCount } from './estimate-count.js'
import { readStructure } from './introspect/read-structure.js'
import { list } from './list.js'
import type { MongoConnectionParams, MongoOptions } from './options.js'
import { guarded } from './run.js'
import { create, remove, update } from './write.js'

/**
 * Opens a MongoDB database: every collection and view becomes a collection, its columns learnt
 * from a sample of its documents.
 *
 * @example
 * agent.addDataSource(createMongoDataSource('mongodb://user:secret@localhost:27017/shop'))
 */
export function createMongoDataSource(
  target: string | MongoConnectionParams,
  options: MongoOptions = {},
): DataSourceFactory {
  // Wrong addresses fail here, not when the agent starts.
  const address = addressOf(target)
  return async logger => {
    const { client, db, hasTransactions } = await connect(address, options)
    try {
      const structure = await guarded(() => readStructure(db, options, logger))
      const collections = describeCollections(structure, options, logger)
      const source: MongoSource = {
        client,
        db,
        hasTransactions,
        collections: new Map(collections.map(collection => [collection.name, collection])),
        timeoutMs: options.statementTimeoutMs ?? 30_000,
      }
      return {
        collections: collections.map(collection => collectionSource(source, collection)),
        capabilities: { joins: true, nulls: 'first' },
        nativeConnections: [],
        async check() {
          await guarded(() => db.command({ ping: 1 }))
        },
        close: () => client.close(),
      }
    } catch (error) {
      await client.close()
      throw error
    }
  }
}

function collectionSource(source: MongoSource, collection: MongoCollection): CollectionSource {
  const { name, schema } = collection
  return {
    name,
    schema,
    list: (scan, call) => list(source, scan, call),
    aggregate: (scan, call) => aggregate(source, scan, call),
    create: (rows, call) => create(source, collection, rows, call),
    update: (where, patch, call) => update(source, collection, where, patch, call),
    delete: (where, call) => remove(source, collection, where, call),
    ...(!collection.part &&
      !schema.isReadOnly && { estimateCount: () => estimateCount(source, collection) }),
  }
}
