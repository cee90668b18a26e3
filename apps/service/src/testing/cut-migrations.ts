import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { sessionOptions } from '../store/open-store.js'
import type { Database } from '../store/schema.js'
import { types } from '../store/types.js'

/** Where the connection of whoever migrates ends. */
export type Cut =
  /** In the server, after this many statements that change the schema. */
  | { readonly kind: 'statement'; readonly at: number }
  /** In the client, after the server has done this many of its requests and before it says so. */
  | { readonly kind: 'request'; readonly at: number }

/** How often a run can be cut, counted while it is done. */
export interface CutCounts {
  readonly statement: number
  readonly request: number
}

/**
 * Runs something on a connection of its own, which ends at the cut. Returns how many statements and requests it took
 * until then.
 */
export async function runUntilCut(
  url: string,
  cut: Cut | undefined,
  run: (db: Kysely<Database>) => Promise<void>,
): Promise<CutCounts> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    types,
    options: sessionOptions({ statement_timeout: 0 }),
  })
  pool.on('error', () => {})
  const requests = cutRequests(pool, cut?.kind === 'request' ? cut.at : 0)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  try {
    await cutStatements(admin, cut?.kind === 'statement' ? cut.at : 0)
    await run(db).catch(error => {
      if (!cut) throw error
    })
    const { rows } = await admin.query('select last_value - 1 as statements from cut.statements')
    return { statement: Number(rows[0].statements), request: requests.count() }
  } finally {
    await db.destroy().catch(() => {})
    await admin.query('drop event trigger cut; drop schema cut cascade')
    await admin.end()
  }
}

/** The sequence goes on when a transaction is rolled back: only one statement is the one to cut at. */
async function cutStatements(admin: pg.Client, at: number): Promise<void> {
  await admin.query(`
    create schema cut;
    create sequence cut.statements;
    select nextval('cut.statements');
    create function cut.cut() returns event_trigger language plpgsql as $$
    begin
      if nextval('cut.statements') = ${at + 1} then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
    end $$;
    create event trigger cut on ddl_command_end execute function cut.cut();`)
}

function cutRequests(pool: pg.Pool, at: number): { count(): number } {
  let count = 0
  pool.on('connect', client => {
    client.on('error', () => {})
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const counted = async (...args: unknown[]) => {
      if (at > 0 && count >= at) throw new Error('The process is gone.')
      const result = await query(...args)
      count += 1
      if (count !== at) return result
      client.connection.stream.destroy()
      throw new Error(`The connection was cut after ${at} requests.`)
    }
    client.query = counted as typeof client.query
  })
  return { count: () => count }
}

/** Waits until the server has noticed that the connection has ended, and undone what it had not committed. */
export async function settleCut(db: Kysely<Database>): Promise<void> {
  for (let turn = 0; turn < 1_000; turn++) {
    const { rows } = await sql`
      select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
      `.execute(db)
    if (rows.length === 0) return
    await sql`select pg_sleep(0.01)`.execute(db)
  }
  throw new Error('The connection that was cut is still there.')
}
