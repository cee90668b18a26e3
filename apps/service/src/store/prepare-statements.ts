import type { Socket } from 'node:net'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'

/** The number of statements a connection keeps prepared; further ones are sent unprepared. */
const MAX_STATEMENTS = 500

/**
 * The prefix of statements that PostgreSQL must plan each time, because the best plan depends on their
 * values.
 */
export const PLAN_EACH_TIME = '/* plan each time */ '

/**
 * Names every statement with parameters, so that PostgreSQL parses and plans it once per connection. An
 * unresponsive connection is closed, so that no other request uses it.
 */
export function prepareStatements(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameStatement = (text: string) => {
    if (text.startsWith(PLAN_EACH_TIME)) return undefined
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
      const destroyOnReadTimeout = (error: Error) => {
        if (error.message === 'Query read timeout') destroySocket(client)
      }
      const prepared = {
        query(text: string, values?: unknown[]) {
          const result =
            values && values.length > 0
              ? client.query({ text, values, name: nameStatement(text) })
              : client.query(text)
          result.then(undefined, destroyOnReadTimeout)
          return result
        },
        release: () => client.release(),
      } as unknown as PostgresPoolClient
      clients.set(client, prepared)
      return prepared
    },
    end: () => pool.end(),
  }
}

/** The driver has no method for this: `end` would wait for a response that does not come. */
function destroySocket(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  stream.destroy()
}
