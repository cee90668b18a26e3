import type { MongoClient } from 'mongodb'
import type { Database } from '../driver/database.js'
import { untilCalm } from '../driver/until-calm.js'
import { DATABASE } from './mongo-address.js'
import type { MongoServer } from './mongo-server.js'

const active = { currentOp: 1, active: true, ns: { $regex: `^${DATABASE}\\.` } }

/** The benchmark's MongoDB, as workloads are run on it. */
export function mongoDatabase(server: MongoServer, client: MongoClient): Database {
  return {
    pid: server.pid,
    untilIdle: () =>
      untilCalm(async () => (await client.db('admin').command(active)).inprog.length),
    forgetWrites: async () => {},
  }
}
