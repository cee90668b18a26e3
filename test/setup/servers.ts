import { startMariaDb, startPostgres } from '@service/test-support'
import type {} from 'vitest'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a private PostgreSQL, absent when none can be had. */
    postgresUrl: string | undefined
    /** Address of a private MariaDB, absent when none can be had. */
    mariadbUrl: string | undefined
  }
}

/** Starts each database server once per run. `TEST_POSTGRES_URL` and `TEST_MARIADB_URL` name others to use. */
export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const [postgres, mariadb] = await Promise.all([
    process.env.TEST_POSTGRES_URL ? undefined : startPostgres(),
    process.env.TEST_MARIADB_URL ? undefined : startMariaDb(),
  ])
  provide(project, 'postgresUrl', 'PostgreSQL', process.env.TEST_POSTGRES_URL ?? postgres?.url)
  provide(project, 'mariadbUrl', 'MariaDB', process.env.TEST_MARIADB_URL ?? mariadb?.url)
  return async () => {
    await Promise.all([postgres?.stop(), mariadb?.stop()])
  }
}

function provide(
  project: TestProject,
  key: 'postgresUrl' | 'mariadbUrl',
  name: string,
  url: string | undefined,
): void {
  if (!url && process.env.REQUIRE_ALL) {
    throw new Error(`REQUIRE_ALL is set and ${name} was not found on this machine.`)
  }
  if (!url) console.warn(`${name} was not found: its suites are skipped.`)
  project.provide(key, url)
}
