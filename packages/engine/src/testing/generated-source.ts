import { createMemoryDataSource } from '@service/datasource-memory'
import type { DataSource, Row, Scan } from '@service/datasource-toolkit'

/** A collection `events` with any number of rows, each generated when it is read. */
export async function generatedSource(count: number): Promise<DataSource> {
  const columns = { id: { type: 'Number', isPrimaryKey: true }, kind: 'String' } as const
  const source = await createMemoryDataSource({ events: { columns } })(
    () => {},
    async () => {},
  )
  const collections = source.collections.map(collection => ({
    ...collection,
    list: async (scan: Scan) => generateEvents(count, scan),
  }))
  return { ...source, collections }
}

/** In order of their ids: a plan that reads in chunks needs nothing else. */
function generateEvents(count: number, { after, page }: Scan): Row[] {
  const first = Number(after?.[0] ?? 0) + 1 + (page?.skip ?? 0)
  const last = Math.min(count, first + (page?.limit ?? count) - 1)
  const rows: Row[] = []
  for (let id = first; id <= last; id++) rows.push({ id, kind: `kind ${(id * 7919) % 1000}` })
  return rows
}
