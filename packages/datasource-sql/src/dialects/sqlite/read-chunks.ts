import type { Outcome, Statement } from '../../database.js'
import { rowIdBeside } from './row-id.js'

type Run = (statement: Statement, signal?: AbortSignal) => Promise<Outcome>

/**
 * Copies the rows of a statement to a temporary table and reads that in chunks: an open statement
 * would lock the file, and see later writes of others.
 */
export async function* readCopy(
  name: string,
  { text, values, decode }: Statement,
  chunkSize: number,
  run: Run,
  signal?: AbortSignal,
): AsyncGenerator<unknown[], void, undefined> {
  await run({ text: `create temp table ${name} as ${text}`, values }, signal)
  try {
    const chunk = await buildChunkQuery(name, run)
    for (let start = 0; ; start += chunkSize) {
      const values = [start, start + chunkSize]
      const { rows } = await run({ text: chunk, values, decode }, signal)
      const isLast = rows.length < chunkSize
      if (rows.length > 0) yield rows
      if (isLast) return
    }
  } finally {
    // The table is dropped with its connection, if that was closed.
    await run({ text: `drop table if exists temp.${name}`, values: [] }).catch(() => {})
  }
}

/** Selects rows of the copy by number: after the first parameter, up to the second. */
async function buildChunkQuery(name: string, run: Run): Promise<string> {
  const text = `select name from pragma_table_info('${name}', 'temp')`
  const { rows } = await run({ text, values: [] })
  const rowId = rowIdBeside(rows.map(cells => (cells as [string])[0]))
  return `select * from temp.${name} where ${rowId} > ? and ${rowId} <= ? order by ${rowId}`
}
