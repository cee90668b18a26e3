import type { DataSource } from '@service/datasource-toolkit'
import { type Db, type Document, MongoClient } from 'mongodb'
import { createMongoDataSource } from '../create-mongo-data-source.js'
import type { MongoOptions } from '../options.js'
import { withDatabase } from './open-tables.js'

/** A new database with documents, dropped by `close`. */
export interface Documents {
  readonly db: Db
  /** The URL of the database. */
  readonly address: string
  /** Lines of the log since the last opening. */
  readonly log: string[]
  /** Opens a source over the database; closing the documents closes it. */
  open(options?: MongoOptions): Promise<DataSource>
  close(): Promise<void>
}

let databases = 0

/**
 * Stores documents by collection, in a new database of the server at `url`.
 *
 * @example
 * const documents = await storeDocuments('mongodb://localhost:27017', { users: [{ name: 'Ann' }] })
 */
export async function storeDocuments(
  url: string,
  documents: Readonly<Record<string, readonly Document[]>>,
): Promise<Documents> {
  const name = `mongo_test_${process.pid}_${databases++}`
  const client = await MongoClient.connect(url)
  const db = client.db(name)
  for (const [collection, some] of Object.entries(documents)) {
    await db.createCollection(collection)
    if (some.length > 0) await db.collection(collection).insertMany([...some])
  }
  const sources: DataSource[] = []
  const log: string[] = []
  const address = withDatabase(url, name)
  return {
    db,
    address,
    log,
    async open(options = {}) {
      log.length = 0
      const factory = createMongoDataSource(address, options)
      const source = await factory(
        (level, message) => log.push(`${level} ${message}`),
        async () => {},
      )
      sources.push(source)
      return source
    },
    async close() {
      await Promise.all(sources.map(source => source.close()))
      await db.dropDatabase()
      await client.close()
    },
  }
}
