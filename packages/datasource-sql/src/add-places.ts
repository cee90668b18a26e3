import type { CollectionSchema, ColumnSchema, PlaceColumn } from '@service/datasource-toolkit'
import { type SqlCollection, type SqlCollections, storedName } from './collection.js'
import type { Dialect } from './dialect.js'
import { describeColumn } from './introspect/describe-column.js'
import type { ColumnInfo } from './introspect/introspection.js'

/** Names that can be written into statements without escaping. */
const PLAIN_NAME = /^[\p{L}\p{N}_-]+$/u

/** Adds to the collections the JSON path columns that the database can read. */
export function addPlaces(
  dialect: Dialect,
  collections: SqlCollections,
  places: readonly PlaceColumn[],
): SqlCollections {
  return new Map(
    [...collections].map(([name, collection]) => {
      const own = places.filter(
        place => place.collection === name && isAddressable(collection, place),
      )
      return [name, own.length === 0 ? collection : withPlaces(dialect, collection, own)]
    }),
  )
}

function isAddressable({ columns }: SqlCollection, { column, path, name }: PlaceColumn): boolean {
  const isJson = columns.get(column)?.columnType === 'Json'
  return isJson && !columns.has(name) && path.every(each => PLAIN_NAME.test(each))
}

function withPlaces(
  dialect: Dialect,
  collection: SqlCollection,
  places: readonly PlaceColumn[],
): SqlCollection {
  const infos = places.map(place => ({
    ...placeInfo(dialect, place),
    storedAs: storedName(collection, place.column),
  }))
  const described = infos.map(info => [info.name, describePlace(dialect, collection, info)])
  const schema: CollectionSchema = {
    ...collection.schema,
    fields: { ...collection.schema.fields, ...Object.fromEntries(described) },
  }
  return { ...collection, schema, places: new Map(infos.map(info => [info.name, info])) }
}

function placeInfo(dialect: Dialect, place: PlaceColumn): ColumnInfo {
  const { name, columnType, enumValues, column, path } = place
  return {
    name,
    columnType,
    databaseType: typedPlace(dialect, columnType)?.databaseType ?? 'json',
    enumValues,
    allowNull: true,
    isGenerated: false,
    isAutoIncrement: false,
    hasDefault: false,
    place: { column, path },
  }
}

/** Only types the database can compare are filtered, sorted and grouped there. */
function describePlace(
  dialect: Dialect,
  { schema, columns }: SqlCollection,
  info: ColumnInfo,
): ColumnSchema {
  const column = columns.get(info.place?.column ?? '')
  const isReadOnly = schema.isReadOnly || column?.isGenerated === true
  const described = { ...describeColumn(info, false, false, dialect.name), place: info.place }
  if (typedPlace(dialect, info.columnType)) return { ...described, isReadOnly }
  return { ...described, isReadOnly, operators: new Set(), isSortable: false, isGroupable: false }
}

function typedPlace({ places }: Dialect, columnType: PlaceColumn['columnType']) {
  return typeof columnType === 'string' ? places?.typed[columnType] : undefined
}
