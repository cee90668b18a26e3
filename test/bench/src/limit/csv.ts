import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import Cursor from 'pg-cursor'
import { csvText } from './csv-text.js'
import { pool } from './database.js'
import { iso } from './sql.js'

interface Export {
  readonly columns: readonly string[]
  /** The column that holds timestamps. */
  readonly timestamp: string
}

const exports: Readonly<Record<string, Export>> = {
  customers: {
    columns: ['id', 'first_name', 'last_name', 'email', 'status', 'balance', 'created_at'],
    timestamp: 'created_at',
  },
  orders: {
    columns: ['id', 'reference', 'status', 'total', 'currency', 'ordered_at', 'note'],
    timestamp: 'ordered_at',
  },
}

const BATCH = 2000

export type SendCsv = (table: string, response: ServerResponse) => Promise<void>

/** Rows by cursor, cells written here. */
export const sendCsvByCursor: SendCsv = (table, response) =>
  withExport(table, response, async ({ columns }, client) => {
    const text = `select ${columns.join(', ')} from ${table} order by id`
    const cursor = client.query(new Cursor<unknown[]>(text, [], { rowMode: 'array' }))
    response.write(`${columns.join(',')}\n`)
    for (;;) {
      const rows = await cursor.read(BATCH)
      if (rows.length === 0) break
      const isFull = !response.write(csvText(rows))
      if (isFull) await new Promise(done => response.once('drain', done))
    }
    await cursor.close()
    response.end()
  })

/** The text made by PostgreSQL's COPY, passed through. */
export const sendCsvByCopy: SendCsv = (table, response) =>
  withExport(table, response, async ({ columns, timestamp }, client) => {
    const cells = columns.map(name => (name === timestamp ? `${iso(name)} as ${name}` : name))
    const text = `select ${cells.join(', ')} from ${table} order by id`
    await pipeline(
      client.query(copyTo(`copy (${text}) to stdout with (format csv, header)`)),
      response,
    )
  })

async function withExport(
  table: string,
  response: ServerResponse,
  send: (wanted: Export, client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const wanted = exports[table]
  if (!wanted) return void response.writeHead(404).end()
  response.writeHead(200, { 'content-type': 'text/csv' })
  const client = await pool.connect()
  try {
    await send(wanted, client)
  } finally {
    client.release()
  }
}
