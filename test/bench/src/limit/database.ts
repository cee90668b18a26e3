import pg from 'pg'

export type Cells = Readonly<Record<string, unknown>>

const DATE = 1082
const TIMESTAMPTZ = 1184
pg.types.setTypeParser(DATE, text => text)
pg.types.setTypeParser(TIMESTAMPTZ, isoFromText)

export const pool: pg.Pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  options: '-c timezone=UTC',
  max: Number(process.env.POOL ?? 10),
})

/** Runs a named prepared statement. */
export async function query(name: string, text: string, values: unknown[] = []): Promise<Cells[]> {
  return (await pool.query({ name, text, values })).rows
}

/** Runs a named prepared statement that answers one text: a body made by PostgreSQL. */
export async function queryText(
  name: string,
  text: string,
  values: unknown[] = [],
): Promise<string | undefined> {
  const { rows } = await pool.query<[string]>({ name, text, values, rowMode: 'array' })
  return rows[0]?.[0]
}

/** The session runs in UTC: text to text, without a Date in between. */
function isoFromText(text: string): string {
  const dot = text.indexOf('.')
  const millis =
    dot < 0
      ? '000'
      : text
          .slice(dot + 1, text.indexOf('+'))
          .padEnd(3, '0')
          .slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${millis}Z`
}
