import type {
  Call,
  CsvEnd,
  CsvFormat,
  CsvLines,
  FieldPath,
  Scan,
} from '@service/datasource-toolkit'
import { chooseWriter, compileCsv } from './compile/compile-csv.js'
import { listShape, withPageWritten } from './compile/compile-list.js'
import { columnInfoAt } from './compile/join-tree.js'
import { LineWriter, readTexts } from './csv/line-writer.js'
import type { Database } from './database.js'
import type { CsvSyntax } from './dialect.js'
import type { SqlSource } from './source.js'

/** In bytes. How many rows are read follows from those before, which may have been much smaller. */
const LARGEST_SIZE = 2 ** 24

/** Writes the rows of a scan as lines of CSV while they arrive; not all of them when they are very large. */
export async function listCsv(
  source: SqlSource,
  readRows: NonNullable<Database['readRows']>,
  csv: CsvSyntax,
  scan: Scan,
  format: CsvFormat,
  call: Call,
  onLines: (lines: CsvLines) => void,
): Promise<CsvEnd> {
  const { cached, values } = source.statements.bound(
    { scan, format },
    'csv ',
    query => csvShape(source, query.scan, query.format),
    (query, shape) => compileCsv(source, csv, query.scan, query.format, shape),
  )
  const { text, writers, sorted } = cached.compiled
  const writer = new LineWriter(writers, onLines)
  let last: { readonly bytes: Buffer; readonly start: number } | undefined
  let size = 0
  const isWhole = await readRows(
    { text, values, name: cached.name },
    (bytes, start, end) => {
      writer.add(bytes, start, end)
      last = { bytes, start }
      size += end - start
      return size < LARGEST_SIZE
    },
    call.signal,
  )
  writer.flush()
  const hasMore = !isWhole || writer.length === scan.page?.limit
  if (!last || !hasMore) return { length: writer.length, after: undefined }
  const texts = readTexts(
    last.bytes,
    last.start,
    sorted.map(({ index }) => index),
  )
  const after = texts.map((cell, index) =>
    cell === null ? null : (sorted[index]?.decode?.(cell) ?? cell),
  )
  return { length: writer.length, after }
}

/** The size of the page is part of the statement, because a plan for any size can be a slow one. */
function csvShape(source: SqlSource, scan: Scan, { columns, escapesFormulas }: CsvFormat) {
  const listed = listShape(source, scan)
  const shape = scan.page ? withPageWritten(listed, scan.page) : listed
  const key = JSON.stringify([columns, escapesFormulas, scan.page])
  return { ...shape, key: `${shape.key}${key}` }
}

/** Returns the first column whose cells are not written from its text. */
export function findUnwritable(
  { collections }: SqlSource,
  csv: CsvSyntax,
  { select, orderBy }: Scan,
  columns: readonly FieldPath[],
): FieldPath | undefined {
  const paths = [...columns, ...orderBy.map(({ field }) => field)]
  return paths.find(path => !chooseWriter(csv, columnInfoAt(collections, select, path), false))
}
