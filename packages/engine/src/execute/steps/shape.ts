import type { Row } from '@service/datasource-toolkit'
import type { Shape } from '../../plan/plan.js'

/** Returns rows with only the requested fields. */
export function shape(rows: Row[], { shape: wanted }: { readonly shape: Shape }): Row[] {
  return rows.map(row => shapeRow(row, wanted))
}

function shapeRow(row: Row, { columns, relations }: Shape): Row {
  const shaped: Row = {}
  for (const name of columns) shaped[name] = row[name]
  for (const [name, nested] of relations) {
    const related = row[name] as Row | null | undefined
    shaped[name] = related ? shapeRow(related, nested) : null
  }
  return shaped
}
