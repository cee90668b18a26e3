import type { Row } from '@service/datasource-toolkit'
import type { CollectionModel } from '@service/engine'
import type { ViewPath } from '../query/view-path.js'
import { type BinaryMode, binaryMode } from './binary.js'
import { portableValue } from './column-text.js'

type ReadCell = (row: Row) => unknown

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
  const read = cellReader(path)
  const mode = binaryMode(path.relations.at(-1)?.target ?? collection, path.column)
  return row => {
    const value = read(row)
    if (typeof value === 'string') return quoteCell(value)
    return typeof value === 'number' ? `${value}` : writeCell(value, mode)
  }
}

function cellReader({ relations, column }: ViewPath): ReadCell {
  const { name } = column
  if (relations.length === 0) return row => row[name]
  const names = relations.map(relation => relation.name)
  return row => {
    let current: Row | null | undefined = row
    for (const relation of names) current = current?.[relation] as Row | null | undefined
    return current?.[name]
  }
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
