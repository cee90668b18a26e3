import { unwrapJson } from '@service/datasource-toolkit'
import type { BinaryMode, CollectionModel } from '@service/engine'
import { stringifyExactJson } from '@service/protocol'
import type { ViewPath } from '../query/view-path.js'
import { binaryMode } from './binary.js'
import { isTyped, portableValue } from './column-text.js'

/** What `Array.join` writes as it should be: nothing for null, a number, text without quotes. */
type JoinedCell = string | number | null

/** Compiles how cells become lines: comma separated, quoted where needed, ended by a line feed. */
export function csvLines(
  collection: CollectionModel,
  columns: readonly ViewPath[],
): (rows: readonly (readonly unknown[])[]) => string {
  const writers = columns.map(column => cellWriter(collection, column))
  // Joining one line is faster than adding up its cells, and leaves less to clean up.
  const line: JoinedCell[] = new Array(writers.length).fill(null)
  return rows => {
    let text = ''
    for (const cells of rows) {
      for (let i = 0; i < writers.length; i += 1) line[i] = writers[i]!(cells[i])
      text += `${line.join(',')}\n`
    }
    return text
  }
}

/** One line of texts. */
export function csvLine(texts: readonly string[]): string {
  return `${texts.map(quoteCell).join(',')}\n`
}

function cellWriter(
  collection: CollectionModel,
  { relations, column }: ViewPath,
): (value: unknown) => JoinedCell {
  const owner = relations.at(-1)?.target ?? collection
  const mode = binaryMode(owner, column)
  if (column.columnType === 'Json') return value => documentCell(value, mode)
  const isPlain = plainTypes.has(column.columnType) && isTyped(owner, column)
  const writeText = isPlain ? (text: string) => text : quoteCell
  return value => {
    if (typeof value === 'string') return writeText(value)
    if (typeof value === 'number' || value === null) return value
    return writeCell(value, mode)
  }
}

/** What a typed source gives for these holds neither quote nor comma. */
const plainTypes: ReadonlySet<unknown> = new Set(['Number', 'Date', 'Dateonly', 'Time', 'Uuid'])

/** Nothing is empty, the document null is `null`. */
function documentCell(value: unknown, mode: BinaryMode): JoinedCell {
  if (value === null || value === undefined) return ''
  const document = unwrapJson(value)
  return document === null ? 'null' : writeCell(document, mode)
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
  return typeof portable === 'object' ? (stringifyExactJson(portable) ?? '') : String(portable)
}

const needsQuotes = /[",\n\r]/

function quoteCell(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
