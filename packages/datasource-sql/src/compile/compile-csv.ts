import type { CsvFormat, Scan } from '@service/datasource-toolkit'
import type { WriteCell } from '../csv/write-cells.js'
import type { CsvSyntax, Decode } from '../dialect.js'
import type { ColumnInfo } from '../introspect/introspection.js'
import { sql } from '../sql.js'
import { compileRows, type ListShape } from './compile-list.js'
import { columnAt, joinTree } from './join-tree.js'
import { textCellDecoder } from './json-path.js'
import type { ShapeContext } from './shape.js'
import { printStatement, type SqlText } from './slots.js'

export interface CompiledCsv extends SqlText {
  /** The writers of the cells. */
  readonly writers: readonly WriteCell[]
  /** Where the sort values are, and their decoders. */
  readonly sorted: readonly { readonly index: number; readonly decode: Decode | undefined }[]
}

/** Returns how the cells of a column are written, if they can be. */
export function chooseWriter(
  csv: CsvSyntax,
  column: ColumnInfo,
  escapesFormulas: boolean,
): WriteCell | undefined {
  return column.jsonPath ? undefined : csv.chooseWriter(column, escapesFormulas)
}

/** Compiles a statement whose rows are the cells, then the sort values that are no cells. */
export function compileCsv(
  context: ShapeContext,
  csv: CsvSyntax,
  scan: Scan,
  { columns, escapesFormulas }: CsvFormat,
  shape: ListShape,
): CompiledCsv {
  const { dialect, collections } = context
  const tree = joinTree(collections, scan.select)
  const fields = scan.orderBy.map(({ field }) => field)
  const paths = [...columns, ...fields.filter(field => !columns.includes(field))]
  const read = paths.map(path => columnAt(dialect, tree, path))
  const references = sql.join(read.map(({ reference }) => reference))
  const statement = sql`select ${references} from ${compileRows(context, scan, shape, tree)}`
  const writers = read
    .slice(0, columns.length)
    // The caller has checked every column.
    .map(({ column }) => chooseWriter(csv, column, escapesFormulas) as WriteCell)
  const sorted = fields.map(field => {
    const index = paths.indexOf(field)
    return { index, decode: textCellDecoder(dialect, read[index]!.column) }
  })
  return { ...printStatement(dialect.syntax, statement), writers, sorted }
}
