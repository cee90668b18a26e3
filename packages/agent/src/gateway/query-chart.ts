import { createHash } from 'node:crypto'

type Json = Readonly<Record<string, unknown>>

/** What names a chart of a query to those who may not read the query. */
export interface QueryChartName {
  readonly type?: unknown
  readonly connectionName?: unknown
  /** SHA-256 of the query, in hexadecimal. */
  readonly queryDigest?: unknown
}

/** Finds the chart of a query by its name; undefined when none of the team is like this. */
export function findQueryChart(
  charts: readonly object[],
  { type, connectionName, queryDigest }: QueryChartName,
): Json | undefined {
  return (charts as readonly Json[]).find(
    chart =>
      chart.type === type &&
      chart.connectionName === connectionName &&
      typeof chart.query === 'string' &&
      createHash('sha256').update(chart.query).digest('hex') === queryDigest,
  )
}
