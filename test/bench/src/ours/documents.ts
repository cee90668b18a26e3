import { createMongoDataSource } from '@service/datasource-mongo'

type DataSource = ReturnType<typeof createMongoDataSource>

/** Documents, with one of their nested values as a column. */
export function documentSource(url: string): DataSource {
  return createMongoDataSource(url, {
    pool: { max: 10 },
    collections: {
      orders: { columns: { zip: { type: 'String', path: 'shipping.zip' } } },
    },
  })
}
