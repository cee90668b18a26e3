import type { Call, Row, Scan } from '@service/datasource-toolkit'
import { type CompiledList, compileList, listShape } from './compile/compile-list.js'
import { decodeRow } from './compile/select-list.js'
import type { SqlSource } from './source.js'

/** Reads the rows of a scan with one statement. */
export function list(source: SqlSource, scan: Scan, call: Call): Promise<Row[]> {
  const { cached, values } = source.statements.bound(
    scan,
    'list ',
    query => listShape(source, query),
    (query, shape) => withDecoder(compileList(source, query, shape)),
  )
  const { text, decode } = cached.compiled
  const statement = { text, values, name: cached.name, decode }
  // The decoder makes every row a record.
  return source.database.read(statement, call.signal).then(({ rows }) => rows as Row[])
}

const withDecoder = (compiled: CompiledList) => ({
  ...compiled,
  decode: (cells: readonly unknown[]) => decodeRow(compiled.row, cells),
})
