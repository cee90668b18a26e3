import type { CsvFormat, FieldPath, Scan } from '@service/datasource-toolkit'
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
  /** The decoders of the sort values. */
  readonly decoders: readonly (Decode | undefined)[]
}

/** Returns how the cells of a column are written, if they can be. */
export function chooseWriter(
  csv: CsvSyntax,
  column: ColumnInfo,
  escapesFormulas: boolean,
): WriteCell | undefined {
  return column.jsonPath ? undefined : csv.chooseWriter(column, escapesFormulas)
}

/**
 * Compiles a statement with one row: the values of all rows as one text, the number of rows, and
 * the sort values of the last one.
 */
export function compileCsv(
  context: ShapeContext,
  csv: CsvSyntax,
  scan: Scan,
  { columns, escapesFormulas }: CsvFormat,
  shape: ListShape,
): CompiledCsv {
  const { dialect, collections } = context
  const tree = joinTree(collections, scan.select)
  const at = (path: FieldPath) => columnAt(dialect, tree, path)
  const cells = columns.map(at)
  const sorted = scan.orderBy.map(({ field }) => at(field))
  const values = csv.row(cells.map(({ reference, isNullable }) => csv.value(reference, isNullable)))
  const read = [
    sql`${values} as ${sql.id('cells')}`,
    ...sorted.map(({ reference }, index) => sql`${reference} as ${sql.id(`s${index}`)}`),
  ]
  const results = [
    csv.rows(sql.id('rows', 'cells')),
    sql`count(*)`,
    ...sorted.map((_, index) => csv.last(sql.id('rows', `s${index}`))),
  ]
  const rows = sql`select ${sql.join(read)} from ${compileRows(context, scan, shape, tree)}`
  const statement = sql`select ${sql.join(results)} from (${rows}) as ${sql.id('rows')}`
  return {
    ...printStatement(dialect.syntax, statement),
    // The caller has checked every column.
    writers: cells.map(({ column }) => chooseWriter(csv, column, escapesFormulas) as WriteCell),
    decoders: sorted.map(({ column }) => textCellDecoder(dialect, column)),
  }
}
