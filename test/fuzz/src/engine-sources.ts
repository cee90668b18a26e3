import type { MemoryCollections } from '@service/datasource-memory'
import type { ColumnType, DataSource } from '@service/datasource-toolkit'
import type { TestTable } from '@service/datasource-toolkit/testing'
import type { SourceKind } from './differential-sources.js'

/** Opens the tables of a world in a database; they are gone when the source is closed. */
export function openIn(kind: SourceKind) {
  return async ({ collections }: { readonly collections: MemoryCollections }) => {
    const { source, close } = await kind.open(toTables(collections))
    const { capabilities, nativeConnections } = source
    const opened: DataSource = {
      collections: source.collections,
      capabilities,
      nativeConnections,
      check: () => source.check(),
      close,
    }
    return opened
  }
}

function toTables(collections: MemoryCollections): readonly TestTable[] {
  return Object.entries(collections).map(([name, { columns, unique, records = [] }]) => {
    const described = Object.entries(columns).map(([column, definition]) => {
      const isDescribed = typeof definition === 'object' && 'type' in definition
      const type: ColumnType = isDescribed ? definition.type : definition
      return { name: column, type, isKey: isDescribed && definition.isPrimaryKey === true }
    })
    return {
      name,
      columns: described.map(({ name: column, type }) => ({ name: column, type })),
      primaryKey: described.filter(({ isKey }) => isKey).map(column => column.name),
      foreignKeys: [],
      unique,
      rows: records,
    }
  })
}
