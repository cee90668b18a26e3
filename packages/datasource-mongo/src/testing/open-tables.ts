import type { DataSource } from '@service/datasource-toolkit'
import { isNullable, loadRows, type TestTable } from '@service/datasource-toolkit/testing'
import { MongoClient } from 'mongodb'
import { createMongoDataSource } from '../create-mongo-data-source.js'
import type { CollectionOptions, ColumnDeclaration } from '../options.js'

/**
 * Opens a source over the tables of a test, in a new database that `close` drops. A single key is
 * the `_id`; a composite one has a unique index, and the `_id` is hidden.
 *
 * @example
 * const { source, close } = await openTables('mongodb://localhost:27017/?tls=false', 'test1', tables)
 */
export async function openTables(
  url: string,
  database: string,
  tables: readonly TestTable[],
): Promise<{ readonly source: DataSource; close(): Promise<void> }> {
  const client = await MongoClient.connect(url)
  const db = client.db(database)
  for (const table of tables) {
    await db.createCollection(table.name)
    const composite = table.primaryKey.length > 1 ? [table.primaryKey] : []
    for (const key of [...composite, ...(table.unique ?? [])]) {
      const fields = Object.fromEntries(key.map(name => [findPath(table, name), 1] as const))
      await db.collection(table.name).createIndex(fields, { unique: true })
    }
  }
  const source = await createMongoDataSource(withDatabase(url, database), {
    collections: Object.fromEntries(tables.map(table => [table.name, buildOptions(table)])),
  })(
    () => {},
    async () => {},
  )
  await loadRows(source, tables, { timezone: 'UTC', now: new Date(0) })
  return {
    source,
    async close() {
      await source.close()
      await db.dropDatabase()
      await client.close()
    },
  }
}

/**
 * Returns the URL of a database on the server at `url`.
 *
 * @example
 * withDatabase('mongodb://localhost:27017/?tls=false', 'shop') // 'mongodb://localhost:27017/shop?tls=false'
 */
export function withDatabase(url: string, database: string): string {
  return url.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${database}`)
}

function findPath({ primaryKey }: TestTable, name: string): string {
  return primaryKey.length === 1 && primaryKey[0] === name ? '_id' : name
}

function buildOptions(table: TestTable): CollectionOptions {
  const columns = table.columns.map((column): [string, ColumnDeclaration] => [
    column.name,
    {
      type: column.type,
      path: findPath(table, column.name),
      ...(column.number === 'decimal' && { storedAs: 'decimal' }),
      ...(column.enumValues && { enumValues: column.enumValues }),
      allowNull: isNullable(table, column),
      defaultValue: column.isGenerated ? numbers() : column.defaultValue,
    },
  ])
  return { columns: { _id: false, ...Object.fromEntries(columns) }, primaryKey: table.primaryKey }
}

function numbers(): () => number {
  let last = 0
  return () => ++last
}
