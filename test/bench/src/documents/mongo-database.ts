import type { MongoClient } from 'mongodb'
import type { Database } from '../driver/database.js'
import { waitUntilIdle } from '../driver/wait-until-idle.js'
import { DATABASE } from './mongo-address.js'
import type { MongoServer } from './mongo-server.js'

const active = { currentOp: 1, active: true, ns: { $regex: `^${DATABASE}\\.` } }

/** The benchmark's MongoDB, as workloads are run on it. */
export function mongoDatabase(server: MongoServer, client: MongoClient): Database {
  return {
    pid: server.pid,
    untilIdle: () =>
      waitUntilIdle(async () => (await client.db('admin').command(active)).inprog.length),
    forgetWrites: async () => {},
  }
}
