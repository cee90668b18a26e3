import type { Row } from '@service/datasource-toolkit'
import type { RowPath } from '../../plan/plan.js'

/** Returns the distinct rows at a row path, without those where a relation is empty. */
export function nestedRows(rows: readonly Row[], at: RowPath): readonly Row[] {
  if (at.length === 0) return rows
  const found = new Set<Row>()
  for (const row of rows) {
    let nested: Row | null | undefined = row
    for (const name of at) nested = nested?.[name] as Row | null | undefined
    if (nested) found.add(nested)
  }
  return [...found]
}
