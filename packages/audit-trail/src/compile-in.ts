import { type Sql, sql } from '@service/datasource-sql'
import type { ColumnName } from './columns.js'

/** Matches rows whose column has one of the values; none without values. */
export function compileIn(name: ColumnName, values: readonly (string | number)[]): Sql {
  if (values.length === 0) return sql`1 = 0`
  return sql`${sql.id(name)} in (${sql.join(values)})`
}
