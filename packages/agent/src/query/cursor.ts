import { ValidationError } from '@service/base'
import type { Row, SortClause } from '@service/datasource-toolkit'
import { getField, parseValue } from '@service/datasource-toolkit'
import type { ColumnModel } from '@service/engine'

/** Encodes the position of a row in a sort order as opaque text. */
export function writeCursor(sort: readonly SortClause[], row: Row): string {
  const values = sort.map(clause => portable(getField(row, clause.field) ?? null))
  return Buffer.from(JSON.stringify([signature(sort), ...values])).toString('base64url')
}

/** Decodes a cursor to its sort values; it is valid only for the sort it was made with. */
export function readCursor(
  cursor: string,
  sort: readonly SortClause[],
  columns: readonly ColumnModel[],
): readonly unknown[] {
  const parts = decode(cursor)
  if (parts === undefined || parts.length !== sort.length + 1) throw notACursor()
  if (parts[0] !== signature(sort)) {
    throw new ValidationError(
      'page[after] belongs to another sort: start again from the first page.',
    )
  }
  try {
    return columns.map(({ columnType, enumValues, alsoHolds }, index) =>
      parseValue(columnType, parts[index + 1], enumValues, alsoHolds),
    )
  } catch (cause) {
    throw notACursor(cause)
  }
}

function notACursor(cause?: unknown): ValidationError {
  const message =
    "page[after] is not a cursor of this list: give what 'meta.page.after' said, or nothing."
  return new ValidationError(message, { cause })
}

function signature(sort: readonly SortClause[]): string {
  return sort
    .map(clause => (clause.ascending ? '' : '-') + clause.field.replaceAll(',', '\\,'))
    .join(',')
}

function portable(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value
}

function decode(cursor: string): unknown[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : undefined
  } catch {
    return undefined
  }
}
