import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel, ColumnModel, ToOneModel } from '@service/engine'
import type { ViewPath } from '../query/view-path.js'
import { type BinaryMode, binaryMode } from './binary.js'
import { portableValue } from './column-text.js'

/** Compiles how rows become lines: comma separated, quoted where needed, ended by a line feed. */
export function csvLines(
  collection: CollectionModel,
  columns: readonly ViewPath[],
): (rows: readonly Row[]) => string {
  const cells = columns.map(column => cellWriter(collection, column))
  return rows => {
    let text = ''
    for (const row of rows) {
      for (let index = 0; index < cells.length; index += 1) {
        text += index === 0 ? cells[index]!(row) : `,${cells[index]!(row)}`
      }
      text += '\n'
    }
    return text
  }
}

/** One line of texts. */
export function csvLine(texts: readonly string[]): string {
  return `${texts.map(quoteCell).join(',')}\n`
}

function cellWriter(collection: CollectionModel, path: ViewPath): (row: Row) => string {
  const { relations, column } = path
  const mode = binaryMode(relations.at(-1)?.target ?? collection, column)
  const writeText = isPlain(column) ? (text: string) => text : quoteCell
  const write = (value: unknown) => {
    if (typeof value === 'string') return writeText(value)
    return typeof value === 'number' ? `${value}` : writeCell(value, mode)
  }
  const { name } = column
  if (relations.length === 0) return row => write(row[name])
  return row => write(relatedRow(row, relations)?.[name])
}

const plainTypes: ReadonlySet<unknown> = new Set(['Number', 'Date', 'Dateonly', 'Time', 'Uuid'])

/** What a source gives for these types holds neither quote nor comma; a computed value may. */
function isPlain({ columnType, read }: ColumnModel): boolean {
  return read.kind === 'native' && plainTypes.has(columnType)
}

function relatedRow(row: Row, relations: readonly ToOneModel[]): Row | null | undefined {
  let current: Row | null | undefined = row
  for (const { name } of relations) current = current?.[name] as Row | null | undefined
  return current
}

/** Null is empty; a list is its elements joined by commas; an object is its JSON. */
function writeCell(value: unknown, mode: BinaryMode): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return quoteCell(value.map(item => plainText(item, mode)).join(','))
  return quoteCell(plainText(value, mode))
}

function plainText(value: unknown, mode: BinaryMode): string {
  const portable = portableValue(value, mode)
  if (portable === null || portable === undefined) return ''
  if (portable instanceof Date) return portable.toISOString()
  return typeof portable === 'object' ? JSON.stringify(portable) : String(portable)
}

const needsQuotes = /[",\n\r]/

function quoteCell(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
