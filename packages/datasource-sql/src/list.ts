import type { Call, Row, Scan } from '@service/datasource-toolkit'
import { type CompiledList, compileList, listShape } from './compile/compile-list.js'
import { cellsDecoder, decodeRow } from './compile/select-list.js'
import type { SqlSource } from './source.js'

/** Reads the rows of a scan with one statement. */
export function list(source: SqlSource, scan: Scan, call: Call): Promise<Row[]> {
  // The decoder makes every row a record.
  return read(source, scan, call, 'decode') as Promise<Row[]>
}

/** Reads the rows of a scan as their cells, with the same statement. */
export function listCells(source: SqlSource, scan: Scan, call: Call): Promise<unknown[][]> {
  return read(source, scan, call, 'decodeCells') as Promise<unknown[][]>
}

function read(
  source: SqlSource,
  scan: Scan,
  call: Call,
  decoder: 'decode' | 'decodeCells',
): Promise<unknown[]> {
  const { cached, values } = source.statements.bound(
    scan,
    'list ',
    query => listShape(source, query),
    (query, shape) => withDecoders(compileList(source, query, shape)),
  )
  const { text, [decoder]: decode } = cached.compiled
  const statement = { text, values, name: cached.name, decode }
  return source.database.read(statement, call.signal).then(({ rows }) => rows)
}

const withDecoders = (compiled: CompiledList) => ({
  ...compiled,
  decode: (cells: readonly unknown[]) => decodeRow(compiled.row, cells),
  decodeCells: cellsDecoder(compiled.row, compiled.width),
})
