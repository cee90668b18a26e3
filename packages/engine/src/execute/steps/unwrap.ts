import type { Row } from '@service/datasource-toolkit'

/** The rows a junction leads to, in its place. */
export function unwrap(rows: Row[], { as }: { readonly as: string }): Row[] {
  return rows.map(row => row[as] as Row)
}
