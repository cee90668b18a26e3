import { ValidationError } from '@service/base'
import type { ColumnType, JsonPathColumn } from '@service/datasource-toolkit'
import { fromDocument, isDocument } from '@service/datasource-toolkit'
import { type Codec, createCodec, toJson } from '../codecs.js'
import type { MongoCollection, MongoColumn } from '../collection.js'
import { listOperators } from '../operators.js'
import { findTypeCheck, type JsonTypeCheck } from './json-path-kind.js'
import { inferStoredJsonPath, storedAt } from './stored-json-path.js'

type Collections = ReadonlyMap<string, MongoCollection>

/** Adds to the collections the JSON path columns that MongoDB can read. */
export function addJsonPathColumns(
  collections: Collections,
  jsonPathColumns: readonly JsonPathColumn[],
): Collections {
  return new Map(
    [...collections].map(([name, collection]) => {
      const own = jsonPathColumns.filter(
        jsonPathColumn =>
          jsonPathColumn.collection === name && isAddressable(collection, jsonPathColumn),
      )
      return [name, own.length === 0 ? collection : withJsonPathColumns(collection, own)]
    }),
  )
}

function isAddressable(
  { columns, schema, nested: part }: MongoCollection,
  { column, path, name }: JsonPathColumn,
): boolean {
  const stored = columns.get(column)?.stored
  const isHolder = stored?.kind === 'json' || stored?.kind === 'document'
  return isHolder && !part && !Object.hasOwn(schema.fields, name) && path.every(isPathName)
}

/** Paths are split at dots, and names that begin with `$` are operators. */
function isPathName(name: string): boolean {
  return !/^$|^\$|^__proto__$|[.\0]/.test(name)
}

function withJsonPathColumns(
  collection: MongoCollection,
  jsonPathColumns: readonly JsonPathColumn[],
): MongoCollection {
  const { columns, schema } = collection
  const inside = jsonPathColumns.map(jsonPathColumn =>
    buildJsonPathColumn(columns.get(jsonPathColumn.column) as MongoColumn, jsonPathColumn),
  )
  const described = inside.map(column => [column.name, column.schema])
  return {
    ...collection,
    schema: { ...schema, fields: { ...schema.fields, ...Object.fromEntries(described) } },
    columns: new Map(
      [...columns].map(([name, column]) => {
        const own = inside.filter(
          ({ schema: { jsonPath: jsonPathColumn } }) => jsonPathColumn?.column === name,
        )
        return [name, own.length === 0 ? column : findDocumentColumn(column, own)]
      }),
    ),
    jsonPathColumns: new Map(inside.map(column => [column.name, column])),
  }
}

function buildJsonPathColumn(
  documentColumn: MongoColumn,
  jsonPathColumn: JsonPathColumn,
): MongoColumn {
  const { name, columnType, enumValues, column, path } = jsonPathColumn
  const known = storedAt(documentColumn.stored, path)
  const stored = inferStoredJsonPath(columnType, known)
  const kind = findTypeCheck(stored)
  return {
    name,
    path: [documentColumn.path, ...path].join('.'),
    stored,
    codec: createJsonPathCodec(createCodec(stored), columnType, kind),
    onDrift() {},
    inside: {
      kind,
      isKnown: kind !== undefined && known !== undefined && kind === findTypeCheck(known),
    },
    schema: {
      kind: 'Column',
      columnType,
      operators: kind ? listOperators(stored) : new Set(),
      isPrimaryKey: false,
      isReadOnly: documentColumn.schema.isReadOnly,
      isSortable: kind !== undefined && !kind.isList,
      isGroupable: kind !== undefined && !kind.isList,
      allowNull: true,
      hasDefault: false,
      ...(enumValues && { enumValues }),
      validation: [],
      jsonPath: { column, path },
    },
  }
}

/** A value of another type reads as null, as it does in filters. */
function createJsonPathCodec(
  codec: Codec,
  columnType: ColumnType,
  kind: JsonTypeCheck | undefined,
): Codec {
  if (!kind) {
    return { encode: codec.encode, decode: value => fromDocument(columnType, toJson(value)) }
  }
  const { read } = kind
  return read ? { encode: codec.encode, decode: read } : codec
}

/**
 * A document that is written as a whole stores its values in the form that filters on JSON paths
 * expect.
 */
function findDocumentColumn(
  column: MongoColumn,
  jsonPathColumns: readonly MongoColumn[],
): MongoColumn {
  const { codec } = column
  return {
    ...column,
    codec: {
      ...codec,
      encode: value =>
        jsonPathColumns.reduce(
          (document, { codec: { encode }, schema: { columnType, jsonPath: jsonPathColumn } }) =>
            replaceAt(document, jsonPathColumn?.path ?? [], part =>
              ofType(columnType, part, encode),
            ),
          codec.encode(value),
        ),
    },
  }
}

function replaceAt(
  value: unknown,
  path: readonly string[],
  replace: (value: unknown) => unknown,
): unknown {
  const [name, ...rest] = path
  if (name === undefined) return replace(value)
  if (!isDocument(value) || !Object.hasOwn(value, name)) return value
  return { ...value, [name]: replaceAt(value[name], rest, replace) }
}

/** Values of another type are not changed. */
function ofType(columnType: ColumnType, value: unknown, encode: Codec['encode']): unknown {
  const parsed = fromDocument(columnType, value)
  if (parsed === null) return value
  try {
    return encode(parsed)
  } catch (error) {
    if (error instanceof ValidationError) return value
    throw error
  }
}
