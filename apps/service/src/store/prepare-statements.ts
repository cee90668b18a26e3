import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** Shapes of statements a connection keeps prepared; more are sent unprepared. */
const MAX_STATEMENTS = 500

/**
 * Gives every statement with parameters a name, so that PostgreSQL parses and plans it once per
 * connection.
 */
export function prepareStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= MAX_STATEMENTS) return known
    const name = `s${names.size}`
    names.set(text, name)
    return name
  }
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const client = await pool.connect()
      const known = clients.get(client)
      if (known) return known
      const prepared = {
        query(text: unknown, values?: readonly unknown[]) {
          if (typeof text !== 'string' || !values || values.length === 0) {
            return client.query(text as string, values as unknown[])
          }
          return client.query({ text, values: values as unknown[], name: nameOf(text) })
        },
        release: () => client.release(),
      } as unknown as PostgresPoolClient
      clients.set(client, prepared)
      return prepared
    },
    end: () => pool.end(),
  }
}
