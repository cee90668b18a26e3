import type { Outcome, Statement } from '../../database.js'
import { rowIdBeside } from './row-id.js'

type Run = (statement: Statement, signal?: AbortSignal) => Promise<Outcome>

/**
 * Copies the rows of a statement to a temporary table and reads that in chunks: a statement that
 * stays open would lock the file, and see what others write meanwhile.
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
    const chunk = await chunkOf(name, run)
    for (let start = 0; ; start += chunkSize) {
      const values = [start, start + chunkSize]
      const { rows } = await run({ text: chunk, values, decode }, signal)
      const isLast = rows.length < chunkSize
      if (rows.length > 0) yield rows
      if (isLast) return
    }
  } finally {
    // It is gone already if its connection is.
    await run({ text: `drop table if exists temp.${name}`, values: [] }).catch(() => {})
  }
}

/** The rows of a copy by their numbers: from the one after the first parameter to the second. */
async function chunkOf(name: string, run: Run): Promise<string> {
  const text = `select name from pragma_table_info('${name}', 'temp')`
  const { rows } = await run({ text, values: [] })
  const rowId = rowIdBeside(rows.map(cells => (cells as [string])[0]))
  return `select * from temp.${name} where ${rowId} > ? and ${rowId} <= ? order by ${rowId}`
}
