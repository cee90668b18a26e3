import { join } from 'node:path'
import { openEmbeddedDatabase } from '@service/embedded-database'
import { startEmbeddedMongo, startMongoReplica } from '@service/test-support'
import { MongoClient } from 'mongodb'
import pg from 'pg'
import type { Databases } from './agent.js'
import { demoData } from './demo-data.js'
import { fillEvents, fillOrders } from './fill.js'
import type { Settings } from './settings.js'

export interface OpenDatabases extends Databases {
  readonly description: string
  stop(): Promise<void>
}

/** Both databases, filled on the first start. When one cannot be had, neither stays open. */
export async function openDatabases(
  settings: Pick<Settings, 'dataDir' | 'postgresUrl' | 'mongoUrl'>,
): Promise<OpenDatabases> {
  const { orders, events } = demoData()
  const mongo = await openMongo(settings.mongoUrl)
  try {
    const client = await MongoClient.connect(mongo.connection)
    await fillEvents(client.db(), events).finally(() => client.close())
    const { dataDir, postgresUrl } = settings
    const postgres = postgresUrl
      ? await openPostgres(postgresUrl, orders)
      : await openEmbedded(join(dataDir, 'orders'), orders)
    return {
      postgres: postgres.connection,
      mongo: mongo.connection,
      description: `${postgres.description}, ${mongo.description}`,
      async stop() {
        await postgres.stop()
        await mongo.stop()
      },
    }
  } catch (error) {
    await mongo.stop()
    throw error
  }
}

type Orders = ReturnType<typeof demoData>['orders']

async function openEmbedded(folder: string, orders: Orders) {
  const { database, close } = await openEmbeddedDatabase(folder)
  await fillOrders((sql, values) => database.query(sql, values), orders)
  return { connection: database, description: `orders in ${folder}`, stop: close }
}

async function openPostgres(url: string, orders: Orders) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const execute = (sql: string, values?: unknown[]) => client.query(sql, values)
  await fillOrders(execute, orders).finally(() => client.end())
  return { connection: url, description: 'orders at POSTGRES_URL', stop: async () => {} }
}

/** There is no MongoDB to embed: without an address, the one that the tests of this repository use. */
async function openMongo(url: string | undefined) {
  if (url) return { connection: url, description: 'events at MONGO_URL', stop: async () => {} }
  const server = (await startMongoReplica()) ?? (await startEmbeddedMongo())
  if (!server) {
    throw new Error(
      'This example needs a MongoDB. Set MONGO_URL to one, such as mongodb://127.0.0.1:27017/events, ' +
        "or run 'node scripts/install-mongod.mjs' in the root of the repository for one that ends with the example.",
    )
  }
  const connection = server.url.replace('/?', '/events?')
  return { connection, description: 'events in a MongoDB of this run', stop: () => server.stop() }
}
