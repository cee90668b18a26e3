import { describeDataSource, isNullable, type TestTable } from '@service/datasource-toolkit/testing'
import { createMemoryDataSource } from './create-memory-data-source.js'
import type { MemoryCollection, MemoryOptions } from './definition.js'

function toMemoryCollection(table: TestTable): MemoryCollection {
  const columns = table.columns.map(column => {
    const { name, number: _, isPrecise: __, ...rest } = column
    const isPrimaryKey = table.primaryKey.includes(name)
    return [name, { ...rest, allowNull: isNullable(table, column), isPrimaryKey }]
  })
  return { columns: Object.fromEntries(columns), unique: table.unique, records: table.rows }
}

const open = (options: MemoryOptions) => async (tables: readonly TestTable[]) => {
  const definition = Object.fromEntries(
    tables.map(table => [table.name, toMemoryCollection(table)]),
  )
  const source = await createMemoryDataSource(definition, options)(
    () => {},
    async () => {},
  )
  return { source, close: () => source.close() }
}

describeDataSource('memory', open({}), { without: ['foreignKeys'] })

describeDataSource('memory without joins, nulls first', open({ joins: false, nulls: 'first' }), {
  without: ['foreignKeys'],
  joins: false,
})
