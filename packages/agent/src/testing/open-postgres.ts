import { createSqlDataSource } from '@service/datasource-sql'
import { createPostgresDatabase } from '@service/test-support'
import { type OpenAgent, type OpenOptions, openAgent } from './open-agent.js'

/** An agent with its own PostgreSQL database, dropped when it closes. */
export async function openOnPostgres(
  url: string,
  name: string,
  statements: string,
  options?: OpenOptions,
): Promise<OpenAgent> {
  const created = await createPostgresDatabase(url, name, [statements])
  const open = await openAgent(createSqlDataSource(created.url), { logger: () => {}, ...options })
  return {
    ...open,
    async close() {
      await open.close()
      await created.drop()
    },
  }
}
