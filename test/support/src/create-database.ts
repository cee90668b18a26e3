import { type Connection, createConnection } from 'mysql2/promise'
import pg from 'pg'

/** A database of a test's own, and a connection to it. */
export interface TestDatabase<Client> {
  readonly url: string
  readonly client: Client
  /** Closes the connection and drops the database, whoever else is connected. */
  drop(): Promise<void>
}

/** Creates a database on a PostgreSQL server and runs the statements in it. */
export async function createPostgresDatabase(
  serverUrl: string,
  name: string,
  statements: readonly string[] = [],
): Promise<TestDatabase<pg.Client>> {
  await runOnPostgres(serverUrl, `create database ${name}`)
  const url = withDatabase(serverUrl, name)
  const client = await connectPostgres(url)
  for (const statement of statements) await client.query(statement)
  return {
    url,
    client,
    async drop() {
      await client.end()
      await runOnPostgres(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Creates a database on a MariaDB server and runs the statements in it. */
export async function createMariaDbDatabase(
  serverUrl: string,
  name: string,
  statements: readonly string[] = [],
): Promise<TestDatabase<Connection>> {
  const client = await createConnection(serverUrl)
  await client.query(`create database ${name} character set utf8mb4`)
  await client.query(`use ${name}`)
  for (const statement of statements) await client.query(statement)
  return {
    url: withDatabase(serverUrl, name),
    client,
    async drop() {
      await client.query(`drop database ${name}`)
      await client.end()
    },
  }
}

async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function runOnPostgres(url: string, statement: string): Promise<void> {
  const client = await connectPostgres(url)
  await client.query(statement)
  await client.end()
}

function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = name
  return url.href
}
