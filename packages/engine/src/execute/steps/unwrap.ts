import type { Row } from '@service/datasource-toolkit'

/** Replaces the rows of a junction by the rows they reference. */
export function unwrap(rows: Row[], { as }: { readonly as: string }): Row[] {
  return rows.map(row => row[as] as Row)
}
