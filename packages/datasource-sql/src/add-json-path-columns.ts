import type { CollectionSchema, ColumnSchema, JsonPathColumn } from '@service/datasource-toolkit'
import { type SqlCollection, type SqlCollections, storedName } from './collection.js'
import type { Dialect } from './dialect.js'
import { describeColumn } from './introspect/describe-column.js'
import type { ColumnInfo } from './introspect/introspection.js'

/** Names that can be written into statements without escaping. */
const PLAIN_NAME = /^[\p{L}\p{N}_-]+$/u

/** Adds to the collections the JSON path columns that the database can read. */
export function addJsonPathColumns(
  dialect: Dialect,
  collections: SqlCollections,
  jsonPathColumns: readonly JsonPathColumn[],
): SqlCollections {
  return new Map(
    [...collections].map(([name, collection]) => {
      const own = jsonPathColumns.filter(
        jsonPath => jsonPath.collection === name && isAddressable(collection, jsonPath),
      )
      return [name, own.length === 0 ? collection : withJsonPathColumns(dialect, collection, own)]
    }),
  )
}

function isAddressable(
  { columns }: SqlCollection,
  { column, path, name }: JsonPathColumn,
): boolean {
  const isJson = columns.get(column)?.columnType === 'Json'
  return isJson && !columns.has(name) && path.every(each => PLAIN_NAME.test(each))
}

function withJsonPathColumns(
  dialect: Dialect,
  collection: SqlCollection,
  jsonPathColumns: readonly JsonPathColumn[],
): SqlCollection {
  const infos = jsonPathColumns.map(jsonPath => ({
    ...toColumnInfo(dialect, jsonPath),
    storedAs: storedName(collection, jsonPath.column),
  }))
  const described = infos.map(info => [
    info.name,
    describeJsonPathColumn(dialect, collection, info),
  ])
  const schema: CollectionSchema = {
    ...collection.schema,
    fields: { ...collection.schema.fields, ...Object.fromEntries(described) },
  }
  return { ...collection, schema, jsonPaths: new Map(infos.map(info => [info.name, info])) }
}

function toColumnInfo(dialect: Dialect, jsonPath: JsonPathColumn): ColumnInfo {
  const { name, columnType, enumValues, column, path } = jsonPath
  return {
    name,
    columnType,
    databaseType: findTypedJsonPath(dialect, columnType)?.databaseType ?? 'json',
    enumValues,
    allowNull: true,
    isGenerated: false,
    isAutoIncrement: false,
    hasDefault: false,
    jsonPath: { column, path },
  }
}

/** Only types the database can compare are filtered, sorted and grouped there. */
function describeJsonPathColumn(
  dialect: Dialect,
  { schema, columns }: SqlCollection,
  info: ColumnInfo,
): ColumnSchema {
  const column = columns.get(info.jsonPath?.column ?? '')
  const isReadOnly = schema.isReadOnly || column?.isGenerated === true
  const described = { ...describeColumn(info, false, false, dialect.name), jsonPath: info.jsonPath }
  if (findTypedJsonPath(dialect, info.columnType)) return { ...described, isReadOnly }
  return { ...described, isReadOnly, operators: new Set(), isSortable: false, isGroupable: false }
}

function findTypedJsonPath({ jsonPaths }: Dialect, columnType: JsonPathColumn['columnType']) {
  return typeof columnType === 'string' ? jsonPaths?.typed[columnType] : undefined
}
