import type Libsql from 'libsql'
import type { Statement } from '../../database.js'
import { toParameter } from './codecs.js'
import { rowIdBeside } from './row-id.js'

/** Runs work when no transaction is open. */
type Outside = <T>(work: () => T, signal?: AbortSignal) => Promise<T>

/**
 * Copies the rows of a statement to a temporary table and reads that in chunks: a statement that
 * stays open would lock the file, and see what others write meanwhile.
 */
export async function* readCopy(
  connection: Libsql.Database,
  name: string,
  { text, values, decode }: Statement,
  chunkSize: number,
  outside: Outside,
  signal?: AbortSignal,
): AsyncGenerator<unknown[], void, undefined> {
  const copy = `create temp table ${name} as ${text}`
  await outside(() => connection.prepare(copy).run(values.map(toParameter)), signal)
  try {
    const chunk = await outside(() => chunkOf(connection, name))
    for (let start = 0; ; start += chunkSize) {
      const rows = await outside(() => chunk.all([start, start + chunkSize]) as unknown[][], signal)
      const isLast = rows.length < chunkSize
      if (rows.length > 0) yield decode ? rows.map(decode) : rows
      if (isLast) return
    }
  } finally {
    await outside(() => connection.exec(`drop table temp.${name}`))
  }
}

/** The rows of a copy by their numbers: from the one after the first parameter to the second. */
function chunkOf(connection: Libsql.Database, name: string) {
  const columns = connection.prepare(`select name from pragma_table_info('${name}', 'temp')`).all()
  const rowId = rowIdBeside((columns as { readonly name: string }[]).map(column => column.name))
  return connection
    .prepare(`select * from temp.${name} where ${rowId} > ? and ${rowId} <= ? order by ${rowId}`)
    .safeIntegers(true)
    .raw(true)
}
