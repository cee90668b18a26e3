import { checkOptionNames, listOptionNames } from '@service/base'
import type { DataSource } from '@service/datasource-toolkit'
import { createCollection } from './collection.js'
import type { MemoryCollections, MemoryDataSourceFactory, MemoryOptions } from './definition.js'
import { checkCollection } from './schema.js'
import { createTable, type Table } from './table.js'

/**
 * Creates a data source that keeps its records in memory: for tests, examples and small constant
 * data.
 *
 * @example
 * agent.addDataSource(
 *   createMemoryDataSource({
 *     currencies: {
 *       columns: { code: { type: 'String', isPrimaryKey: true }, rate: 'Number' },
 *       records: [{ code: 'EUR', rate: 1 }],
 *     },
 *   }),
 * )
 */
export function createMemoryDataSource<const T extends MemoryCollections>(
  definition: T,
  options: MemoryOptions = {},
): MemoryDataSourceFactory<T> {
  checkOptionNames(options, optionNames, 'createMemoryDataSource')
  for (const [name, collection] of Object.entries(definition)) checkCollection(name, collection)
  return Object.assign(async () => openMemoryDataSource(definition, options), { definition })
}

const optionNames = listOptionNames<MemoryOptions>({
  joins: true,
  nulls: true,
  isLooselyTyped: true,
  isCountable: true,
})

function openMemoryDataSource(
  definition: MemoryCollections,
  { joins = true, nulls = 'last', isCountable = true }: MemoryOptions,
): DataSource {
  const capabilities = { joins, nulls }
  const tables = new Map<string, Table>()
  for (const [name, collection] of Object.entries(definition)) {
    tables.set(name, createTable(name, collection, isCountable))
  }
  return {
    collections: [...tables.values()].map(table => createCollection(table, tables, capabilities)),
    capabilities,
    nativeConnections: [],
    async check() {},
    async close() {},
  }
}
