import { UnprocessableError } from '@service/base'
import type { Row } from '@service/datasource-toolkit'
import type { SeriesPoint } from '@service/engine'

/** The columns that the query of a chart must return, and how they are converted. */
interface QueryResult {
  readonly columns: readonly string[]
  readonly toValue: (rows: readonly Row[]) => unknown
}

const slices: QueryResult = {
  columns: ['key', 'value'],
  toValue: rows => rows.map(row => ({ key: row.key, value: numberIn(row, 'value') })),
}

const results: Readonly<Record<string, QueryResult>> = {
  Value: {
    columns: ['value'],
    toValue: rows => ({
      countCurrent: numberIn(onlyRow(rows), 'value'),
      ...(onlyRow(rows).previous !== undefined && {
        countPrevious: numberIn(onlyRow(rows), 'previous'),
      }),
    }),
  },
  Objective: {
    columns: ['value', 'objective'],
    toValue: rows => ({
      value: numberIn(onlyRow(rows), 'value'),
      objective: numberIn(onlyRow(rows), 'objective'),
    }),
  },
  Percentage: { columns: ['value'], toValue: rows => numberIn(onlyRow(rows), 'value') },
  Pie: slices,
  Leaderboard: slices,
  Line: { columns: ['key', 'value'], toValue: rows => rows.map(toPoint) },
}

/** The chart types that can show the result of a query. */
export const queryChartTypes = Object.keys(results)

/** Converts the rows of a query to the value of a chart; throws a 422 that names a missing column. */
export function toChartValue(type: string, rows: readonly Row[]): unknown {
  const { columns, toValue } = results[type]!
  const [first] = rows
  const missing = first && columns.filter(column => !Object.hasOwn(first, column))
  if (missing && missing.length > 0) {
    throw new UnprocessableError(
      `The query of a ${type} chart must return ${columns.join(', ')}. It returned: ${Object.keys(first).join(', ')}.`,
    )
  }
  return toValue(rows)
}

function toPoint(row: Row): SeriesPoint {
  return { label: String(row.key ?? ''), values: { value: numberIn(row, 'value') } }
}

function onlyRow(rows: readonly Row[]): Row {
  if (rows[0]) return rows[0]
  throw new UnprocessableError('The query returned no row.')
}

function numberIn(row: Row, column: string): number {
  const number = Number(row[column] ?? 0)
  if (!Number.isNaN(number)) return number
  throw new UnprocessableError(`The query must return numbers as ${column}.`)
}
