import type { PoolClient } from 'pg'
import type { Outcome, Statement } from '../../database.js'

type Run = (statement: Statement, signal?: AbortSignal) => Promise<Outcome>

/** Reads a statement through a server cursor, inside a transaction of the client. */
export async function* readCursor(
  client: PoolClient,
  { text, values, decode }: Statement,
  chunkSize: number,
  run: Run,
): AsyncGenerator<unknown[], void, undefined> {
  let isOver = false
  try {
    await client.query('begin')
    await run({ text: `declare chunks no scroll cursor for ${text}`, values })
    yield* fetched('chunks', chunkSize, decode, run)
    await client.query('commit')
    isOver = true
  } finally {
    if (!isOver) await client.query('rollback')
  }
}

/**
 * Reads a statement through a cursor that outlives its transaction, so that other statements can
 * use the single connection between two chunks.
 */
export async function* readHeldCursor(
  name: string,
  { text, values, decode }: Statement,
  chunkSize: number,
  run: Run,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown[], void, undefined> {
  await run({ text: `declare ${name} no scroll cursor with hold for ${text}`, values }, signal)
  try {
    yield* fetched(name, chunkSize, decode, part => run(part, signal))
  } finally {
    // The cursor ended with its connection, if that was closed.
    await run({ text: `close ${name}`, values: [] }).catch(() => {})
  }
}

async function* fetched(
  name: string,
  chunkSize: number,
  decode: Statement['decode'],
  run: Run,
): AsyncGenerator<unknown[], void, undefined> {
  for (;;) {
    const { rows } = await run({ text: `fetch ${chunkSize} from ${name}`, values: [], decode })
    const isLast = rows.length < chunkSize
    if (rows.length > 0) yield rows
    if (isLast) return
  }
}
