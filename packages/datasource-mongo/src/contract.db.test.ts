import {
  describeDataSource,
  isNullable,
  loadRows,
  type TestTable,
} from '@service/datasource-toolkit/testing'
import { MongoClient } from 'mongodb'
import { describe, inject } from 'vitest'
import { createMongoDataSource } from './create-mongo-data-source.js'
import type { CollectionOptions, ColumnDeclaration } from './options.js'

const url = inject('mongoUrl')
let databases = 0

/** A single key is the `_id`; a composite one has a unique index, and the `_id` is not shown. */
function optionsOf(table: TestTable): CollectionOptions {
  const isId = (name: string) => table.primaryKey.length === 1 && table.primaryKey[0] === name
  const columns = table.columns.map((column): [string, ColumnDeclaration] => [
    column.name,
    {
      type: column.type,
      path: isId(column.name) ? '_id' : column.name,
      ...(column.number === 'decimal' && { storedAs: 'decimal' }),
      enumValues: column.enumValues,
      allowNull: isNullable(table, column),
      defaultValue: column.isGenerated ? numbers() : column.defaultValue,
    } as ColumnDeclaration,
  ])
  return { columns: { _id: false, ...Object.fromEntries(columns) }, primaryKey: table.primaryKey }
}

function numbers(): () => number {
  let last = 0
  return () => ++last
}

const pathOf = (table: TestTable) => (name: string) =>
  table.primaryKey.length === 1 && table.primaryKey[0] === name ? '_id' : name

const open = async (tables: readonly TestTable[]) => {
  const name = `mongo_contract_${process.pid}_${databases++}`
  const client = await MongoClient.connect(url as string)
  const db = client.db(name)
  for (const table of tables) {
    await db.createCollection(table.name)
    const composite = table.primaryKey.length > 1 ? [table.primaryKey] : []
    for (const key of [...composite, ...(table.unique ?? [])]) {
      const fields = Object.fromEntries(key.map(column => [pathOf(table)(column), 1] as const))
      await db.collection(table.name).createIndex(fields, { unique: true })
    }
  }
  const source = await createMongoDataSource((url as string).replace('/?', `/${name}?`), {
    collections: Object.fromEntries(tables.map(table => [table.name, optionsOf(table)])),
  })(
    () => {},
    async () => {},
  )
  await loadRows(source, tables, { timezone: 'UTC', now: new Date() })
  return {
    source,
    async close() {
      await source.close()
      await db.dropDatabase()
      await client.close()
    },
  }
}

describe.skipIf(!url)('MongoDB server', () => {
  describeDataSource('MongoDB', open, { without: ['foreignKeys', 'microseconds'] })
})
