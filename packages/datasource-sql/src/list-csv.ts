import type { Call, CsvFormat, CsvRows, FieldPath, Scan } from '@service/datasource-toolkit'
import { chooseWriter, compileCsv } from './compile/compile-csv.js'
import { listShape, withPageWritten } from './compile/compile-list.js'
import { columnInfoAt } from './compile/join-tree.js'
import { writeLines } from './csv/write-lines.js'
import type { CsvSyntax } from './dialect.js'
import type { SqlSource } from './source.js'

/** Reads the rows of a scan for lines of CSV. */
export async function listCsv(
  source: SqlSource,
  csv: CsvSyntax,
  scan: Scan,
  format: CsvFormat,
  call: Call,
): Promise<CsvRows> {
  const { cached, values } = source.statements.bound(
    { scan, format },
    'csv ',
    query => csvShape(source, query.scan, query.format),
    (query, shape) => compileCsv(source, csv, query.scan, query.format, shape),
  )
  const { text, writers, decoders } = cached.compiled
  const { rows } = await source.database.read({ text, values, name: cached.name }, call.signal)
  const [cells, count, ...sorted] = rows[0] as (string | null)[]
  const length = Number(count)
  return {
    length,
    after: sorted.map((cell, index) => (cell === null ? null : (decoders[index]?.(cell) ?? cell))),
    write: () => writeLines(cells ?? '', length, writers),
  }
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
