import type {
  CollectionSource,
  DataSource,
  DataSourceFactory,
  ObserveStatement,
} from '@service/datasource-toolkit'
import { aggregate } from './aggregate.js'
import { checkMongoOptions } from './check-options.js'
import type { MongoCollection, MongoSource, NestedCollection } from './collection.js'
import { parseAddress } from './connect.js'
import { estimateCount } from './estimate-count.js'
import { addJsonPathColumns } from './json-paths/add-json-path-columns.js'
import { list } from './list.js'
import { createPart } from './nested/create-nested.js'
import { removePart, updatePart } from './nested/write-nested.js'
import { observeCollection } from './observe-collection.js'
import { openSource } from './open-source.js'
import type { MongoConnectionParams, MongoOptions } from './options.js'
import { guarded } from './run.js'
import { create, remove, update } from './write.js'

/**
 * Opens a MongoDB database: every collection and view becomes a collection, with columns inferred
 * from a sample of its documents.
 *
 * @example
 * agent.addDataSource(createMongoDataSource('mongodb://user:secret@localhost:27017/shop'))
 */
export function createMongoDataSource(
  target: string | MongoConnectionParams,
  options: MongoOptions = {},
): DataSourceFactory {
  // Invalid addresses and options fail here, not when the agent starts.
  checkMongoOptions(options)
  const address = parseAddress(target)
  return async (logger, _restart, observe) => {
    const source = await openSource(address, options, logger)
    const { client, db } = source
    const dataSource: DataSource = {
      name: db.databaseName,
      collections: collectionSources(source, observe),
      capabilities: { joins: true, nulls: 'first' },
      nativeConnections: [],
      withJsonPathColumns(jsonPathColumns) {
        const collections = addJsonPathColumns(source.collections, jsonPathColumns)
        return {
          ...dataSource,
          collections: collectionSources({ ...source, collections }, observe),
        }
      },
      async check() {
        await guarded(() => db.command({ ping: 1 }))
      },
      close: () => client.close(),
    }
    return dataSource
  }
}

function collectionSources(
  source: MongoSource,
  observe: ObserveStatement | undefined,
): readonly CollectionSource[] {
  const sources = [...source.collections.values()].map(each => collectionSource(source, each))
  return observe ? sources.map(each => observeCollection(each, observe)) : sources
}

function collectionSource(source: MongoSource, collection: MongoCollection): CollectionSource {
  const { name, schema } = collection
  return {
    name,
    schema,
    list: (scan, call) => list(source, scan, call),
    aggregate: (scan, call) => aggregate(source, scan, call),
    ...(collection.nested
      ? partWrites(source, collection, collection.nested)
      : documentWrites(source, collection)),
  }
}

type Writes = Pick<CollectionSource, 'create' | 'update' | 'delete' | 'estimateCount'>

function documentWrites(source: MongoSource, collection: MongoCollection): Writes {
  return {
    create: (rows, call) => create(source, collection, rows, call),
    update: (where, patch, call) => update(source, collection, where, patch, call),
    delete: (where, call) => remove(source, collection, where, call),
    ...(!collection.schema.isReadOnly && {
      estimateCount: () => estimateCount(source, collection),
    }),
  }
}

function partWrites(
  source: MongoSource,
  collection: MongoCollection,
  part: NestedCollection,
): Writes {
  return {
    create: (rows, call) => createPart(source, collection, part, rows, call),
    update: (where, patch, call) => updatePart(source, collection, part, where, patch, call),
    delete: (where, call) => removePart(source, collection, part, where, call),
  }
}
