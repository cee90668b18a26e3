import { quoteCell, stringifyExactJson } from '@service/base'
import { unwrapJson } from '@service/datasource-toolkit'
import type { BinaryMode, CollectionModel } from '@service/engine'
import type { ViewPath } from '../query/uses.js'
import { binaryMode } from './binary.js'
import { isTyped, portableValue } from './column-text.js'

/** A cell that `Array.join` writes correctly: null as nothing, a number, text without quotes. */
type JoinedCell = string | number | null

/** Converts a text to a cell: `quoteCell` or `escapeFormula`. */
type WriteText = (text: string) => string

/** Compiles a function that writes lines: comma separated, quoted where needed, ended by a line feed. */
export function csvLines(
  collection: CollectionModel,
  columns: readonly ViewPath[],
  writeText: WriteText,
): (rows: readonly (readonly unknown[])[]) => string {
  const writers = columns.map(column => cellWriter(collection, column, writeText))
  // Joining the cells of a line is faster than concatenating them, and allocates less.
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
export function csvLine(texts: readonly string[], writeText: WriteText): string {
  return `${texts.map(writeText).join(',')}\n`
}

function cellWriter(
  collection: CollectionModel,
  { relations, column }: ViewPath,
  writeText: WriteText,
): (value: unknown) => JoinedCell {
  const owner = relations.at(-1)?.target ?? collection
  const mode = binaryMode(owner, column)
  if (column.columnType === 'Json') return value => documentCell(value, mode, writeText)
  const isPlain = plainTypes.has(column.columnType) && isTyped(owner, column)
  const ofColumn = signedTypes.has(column.columnType) ? signedOr(writeText) : writeText
  const writeColumn = isPlain ? (text: string) => text : ofColumn
  return value => {
    if (typeof value === 'string') return writeColumn(value)
    if (typeof value === 'number' || value === null) return value
    return writeCell(value, mode, writeText)
  }
}

/** A loosely typed source may return any text for these types: only valid values may begin with a sign. */
const signedOr =
  (writeText: WriteText): WriteText =>
  text =>
    signed.test(text) ? text : writeText(text)

const signedTypes: ReadonlySet<unknown> = new Set(['Number', 'Date', 'Dateonly', 'Time'])

const signed =
  /^[-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|Infinity|\d+-\d\d-\d\d(?:T[\d:.]+Z)?|\d+:\d\d:\d\d(?:\.\d+)?)$/i

/** Values of these types from a typed source contain no quotes or commas, and are never formulas. */
const plainTypes: ReadonlySet<unknown> = new Set(['Number', 'Date', 'Dateonly', 'Time', 'Uuid'])

/** A missing value is an empty cell; a document that is null is written as `null`. */
function documentCell(value: unknown, mode: BinaryMode, writeText: WriteText): JoinedCell {
  if (value === null || value === undefined) return ''
  const document = unwrapJson(value)
  return document === null ? 'null' : writeCell(document, mode, writeText)
}

/** Null is empty; a list is its elements joined by commas; an object is its JSON. */
function writeCell(value: unknown, mode: BinaryMode, writeText: WriteText): string {
  if (value === null || value === undefined) return ''
  const [first, text] = Array.isArray(value)
    ? [value[0] as unknown, value.map(item => plainText(item, mode)).join(',')]
    : [value, plainText(value, mode)]
  return isNumber(first) ? quoteCell(text) : writeText(text)
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint' || value instanceof Number
}

function plainText(value: unknown, mode: BinaryMode): string {
  const portable = portableValue(value, mode)
  if (portable === null || portable === undefined) return ''
  if (portable instanceof Date) return portable.toISOString()
  return typeof portable === 'object' ? (stringifyExactJson(portable) ?? '') : String(portable)
}
