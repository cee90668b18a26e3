import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqlDataSource } from '@service/datasource-sql'
import Database from 'libsql'
import { type OpenAgent, type OpenOptions, openAgent } from './open-agent.js'

/** An agent with its own SQLite file, removed when it closes. */
export async function openOnSqlite(statements: string, options?: OpenOptions): Promise<OpenAgent> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-sqlite-'))
  const path = join(folder, 'data.sqlite')
  const database = new Database(path)
  database.exec(statements)
  database.close()
  const open = await openAgent(createSqlDataSource(`sqlite://${path}`), options)
  return {
    ...open,
    async close() {
      await open.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** A name in SQL. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
