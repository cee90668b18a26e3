import { createSqlDataSource } from '@service/datasource-sql'
import pg from 'pg'
import { type OpenAgent, type OpenOptions, openAgent } from './open-agent.js'

/** An agent on a PostgreSQL database of its own, dropped when it closes. */
export async function openOnPostgres(
  url: string,
  name: string,
  statements: string,
  options?: OpenOptions,
): Promise<OpenAgent> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const address = new URL(url)
  address.pathname = name
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  await client.query(statements)
  await client.end()
  const open = await openAgent(createSqlDataSource(address.href), { logger: () => {}, ...options })
  return {
    ...open,
    async close() {
      await open.close()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
    },
  }
}
