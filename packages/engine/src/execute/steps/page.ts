import type { Page, Row } from '@service/datasource-toolkit'

export function page(rows: Row[], { page: { skip, limit } }: { readonly page: Page }): Row[] {
  return rows.slice(skip, skip + limit)
}
