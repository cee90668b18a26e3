import type {} from 'vitest'
import type { TestProject } from 'vitest/node'
import {
  startEmbeddedMongo,
  startMariaDb,
  startMongoReplica,
  startPostgres,
} from '../support/src/index.js'
import { share } from './share.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a private PostgreSQL, absent when none can be had. */
    postgresUrl: string | undefined
    /** Address of a private MariaDB, absent when none can be had. */
    mariadbUrl: string | undefined
    /** Address of a private MongoDB, absent when none can be had. */
    mongoUrl: string | undefined
    /** Address of a private MongoDB with transactions, absent when none can be had. */
    mongoReplicaUrl: string | undefined
  }
}

type Address = 'postgresUrl' | 'mariadbUrl' | 'mongoUrl' | 'mongoReplicaUrl'

/** Starts each database server once per run. `TEST_POSTGRES_URL` and the like name others to use. */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const { made, release: letGo } = await share('servers', start, servers => servers.stop())
  provide(project, 'postgresUrl', 'PostgreSQL', made.postgresUrl)
  provide(project, 'mariadbUrl', 'MariaDB', made.mariadbUrl)
  provide(project, 'mongoUrl', 'MongoDB', made.mongoUrl)
  provide(project, 'mongoReplicaUrl', 'A MongoDB replica set', made.mongoReplicaUrl, hasServer)
  return letGo
}

async function start() {
  const { TEST_POSTGRES_URL, TEST_MARIADB_URL, TEST_MONGO_URL, TEST_MONGO_REPLICA_URL } =
    process.env
  const [postgres, mariadb, replica] = await Promise.all([
    TEST_POSTGRES_URL ? undefined : startPostgres(),
    TEST_MARIADB_URL ? undefined : startMariaDb(),
    TEST_MONGO_REPLICA_URL ? undefined : startMongoReplica(),
  ])
  const embedded = TEST_MONGO_URL || replica ? undefined : await startEmbeddedMongo()
  return {
    postgresUrl: TEST_POSTGRES_URL ?? postgres?.url,
    mariadbUrl: TEST_MARIADB_URL ?? mariadb?.url,
    mongoUrl: TEST_MONGO_URL ?? replica?.url ?? embedded?.url,
    mongoReplicaUrl: TEST_MONGO_REPLICA_URL ?? replica?.url,
    stop: () => Promise.all([postgres?.stop(), mariadb?.stop(), replica?.stop(), embedded?.stop()]),
  }
}

/** There is no program of the server to install for other machines: they test with its engine alone. */
const hasServer = process.arch === 'x64'

function provide(
  project: TestProject,
  key: Address,
  name: string,
  url: string | undefined,
  canBeHad = true,
): void {
  if (!url && canBeHad && process.env.REQUIRE_ALL) {
    throw new Error(`REQUIRE_ALL is set and ${name} was not found on this machine.`)
  }
  if (!url) console.warn(`${name} was not found: its suites are skipped.`)
  project.provide(key, url)
}
