import { fromDocument, type PrimitiveType } from '@service/datasource-toolkit'
import { decodePart } from '../codecs.js'
import type { Decode, Dialect } from '../dialect.js'
import type { ColumnInfo } from '../introspect/introspection.js'
import { type Sql, sql } from '../sql.js'
import { quoteColumn } from './slots.js'

/** Compiles the expression by which a column or a JSON path column is compared. */
export function compileReference(dialect: Dialect, alias: string, column: ColumnInfo): Sql {
  const { columnType, jsonPath } = column
  if (!jsonPath) return plainColumn(dialect, alias, column)
  const document = quoteColumn(alias, column.storedAs ?? jsonPath.column)
  const typed = dialect.jsonPaths?.typed[columnType as PrimitiveType]
  return (
    typed?.value(document, jsonPath.path) ??
    compileReadableJsonPath(dialect, document, jsonPath.path)
  )
}

function plainColumn(dialect: Dialect, alias: string, column: ColumnInfo): Sql {
  const reference = quoteColumn(alias, column.storedAs ?? column.name)
  return dialect.plain?.(column, reference) ?? reference
}

/**
 * Compiles the expression that is selected for a column, or for a JSON path column, whose JSON is
 * selected.
 */
export function compileReadable(dialect: Dialect, alias: string, column: ColumnInfo): Sql {
  const { name, storedAs, jsonPath } = column
  if (jsonPath)
    return compileReadableJsonPath(
      dialect,
      quoteColumn(alias, storedAs ?? jsonPath.column),
      jsonPath.path,
    )
  const reference = quoteColumn(alias, storedAs ?? name)
  return dialect.readable?.(column, reference) ?? reference
}

function compileReadableJsonPath(
  { jsonPaths }: Dialect,
  document: Sql,
  path: readonly string[],
): Sql {
  return jsonPaths?.json(document, path) ?? sql`null`
}

export function cellDecoder(dialect: Dialect, column: ColumnInfo): Decode | undefined {
  return column.jsonPath ? decodeJsonPath(column) : dialect.decode(column)
}

export function textCellDecoder(dialect: Dialect, column: ColumnInfo): Decode | undefined {
  return column.jsonPath ? decodeJsonPath(column) : (dialect.decodeText ?? dialect.decode)(column)
}

const decodeJsonPath =
  ({ columnType }: ColumnInfo): Decode =>
  cell =>
    fromDocument(columnType, decodePart(cell))
