import pg from 'pg'

/** Runs one statement on a connection of its own, such as `create database`, and returns its rows. */
export async function runOnPostgres(
  url: string,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
