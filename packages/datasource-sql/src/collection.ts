import type { CollectionSchema } from '@service/datasource-toolkit'
import { MissingFieldError, UnknownCollectionError } from '@service/datasource-toolkit'
import type { ColumnInfo, TableInfo } from './introspect/introspection.js'

/** A table with its collection name and its columns by name. */
export interface SqlCollection {
  readonly name: string
  readonly table: TableInfo
  readonly schema: CollectionSchema
  readonly columns: ReadonlyMap<string, ColumnInfo>
  /** JSON path columns, by name. */
  readonly jsonPaths?: ReadonlyMap<string, ColumnInfo>
}

export type SqlCollections = ReadonlyMap<string, SqlCollection>

export function sqlCollections(
  descriptions: readonly {
    readonly name: string
    readonly table: TableInfo
    readonly schema: CollectionSchema
  }[],
): SqlCollections {
  return new Map(
    descriptions.map(({ name, table, schema }) => [
      name,
      { name, table, schema, columns: new Map(table.columns.map(column => [column.name, column])) },
    ]),
  )
}

export function collectionNamed(collections: SqlCollections, name: string): SqlCollection {
  const collection = collections.get(name)
  if (!collection) throw new UnknownCollectionError(name, collections.keys())
  return collection
}

/** Returns whether every row has a key and no two rows share one. */
export const hasWholeKey = ({ schema }: SqlCollection): boolean =>
  !schema.isPrimaryKeyGuessed && !schema.isPrimaryKeyNullable

export function columnNamed(collection: SqlCollection, name: string): ColumnInfo {
  const column = collection.columns.get(name) ?? collection.jsonPaths?.get(name)
  if (!column) throw new MissingFieldError(collection.name, name, collection.columns.keys())
  return column
}

/** Returns the database's name of the column that stores a value. */
export function storedName(collection: SqlCollection, name: string): string {
  const column = columnNamed(collection, name)
  return column.storedAs ?? column.jsonPath?.column ?? column.name
}

/** Returns the columns of the table that store the values of columns and JSON path columns. */
export function storedNames(collection: SqlCollection, names: Iterable<string>): readonly string[] {
  return [...new Set([...names].map(name => storedName(collection, name)))]
}
