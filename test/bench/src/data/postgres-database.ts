import type { Database } from '../driver/database.js'
import { waitUntilIdle } from '../driver/wait-until-idle.js'
import type { BenchServer } from './bench-server.js'

const ACTIVE =
  "select count(*)::int as active from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()"

/** The benchmark's PostgreSQL, as workloads are run on it. */
export function postgresDatabase(server: BenchServer): Database {
  return {
    pid: server.pid,
    untilIdle: () =>
      waitUntilIdle(async () => {
        const [row] = await server.run('postgres', [ACTIVE])
        return Number(row?.active)
      }),
    async forgetWrites() {
      for (const database of await server.copies()) {
        await server.run(database, ['delete from reviews where id > 50000', 'vacuum reviews'])
      }
    },
  }
}
