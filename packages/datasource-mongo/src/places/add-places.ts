import { ValidationError } from '@service/base'
import type { ColumnType, PlaceColumn } from '@service/datasource-toolkit'
import { fromDocument, isDocument } from '@service/datasource-toolkit'
import { type Codec, codecOf, toJson } from '../codecs.js'
import type { MongoCollection, MongoColumn } from '../collection.js'
import { operatorsOf } from '../operators.js'
import { type PlaceKind, placeKindOf } from './place-kind.js'
import { storedAt, storedPlace } from './stored-place.js'

type Collections = ReadonlyMap<string, MongoCollection>

/** Adds to the collections the JSON path columns that MongoDB can read. */
export function addPlaces(collections: Collections, places: readonly PlaceColumn[]): Collections {
  return new Map(
    [...collections].map(([name, collection]) => {
      const own = places.filter(
        place => place.collection === name && isAddressable(collection, place),
      )
      return [name, own.length === 0 ? collection : withPlaces(collection, own)]
    }),
  )
}

function isAddressable(
  { columns, schema, part }: MongoCollection,
  { column, path, name }: PlaceColumn,
): boolean {
  const stored = columns.get(column)?.stored
  const isHolder = stored?.kind === 'json' || stored?.kind === 'document'
  return isHolder && !part && !Object.hasOwn(schema.fields, name) && path.every(isPathName)
}

/** Paths are split at dots, and names that begin with `$` are operators. */
function isPathName(name: string): boolean {
  return !/^$|^\$|^__proto__$|[.\0]/.test(name)
}

function withPlaces(collection: MongoCollection, places: readonly PlaceColumn[]): MongoCollection {
  const { columns, schema } = collection
  const inside = places.map(place => placeColumn(columns.get(place.column) as MongoColumn, place))
  const described = inside.map(column => [column.name, column.schema])
  return {
    ...collection,
    schema: { ...schema, fields: { ...schema.fields, ...Object.fromEntries(described) } },
    columns: new Map(
      [...columns].map(([name, column]) => {
        const own = inside.filter(({ schema: { place } }) => place?.column === name)
        return [name, own.length === 0 ? column : holderColumn(column, own)]
      }),
    ),
    places: new Map(inside.map(column => [column.name, column])),
  }
}

function placeColumn(holder: MongoColumn, place: PlaceColumn): MongoColumn {
  const { name, columnType, enumValues, column, path } = place
  const known = storedAt(holder.stored, path)
  const stored = storedPlace(columnType, known)
  const kind = placeKindOf(stored)
  return {
    name,
    path: [holder.path, ...path].join('.'),
    stored,
    codec: placeCodec(codecOf(stored), columnType, kind),
    onDrift() {},
    inside: {
      kind,
      isKnown: kind !== undefined && known !== undefined && kind === placeKindOf(known),
    },
    schema: {
      kind: 'Column',
      columnType,
      operators: kind ? operatorsOf(stored) : new Set(),
      isPrimaryKey: false,
      isReadOnly: holder.schema.isReadOnly,
      isSortable: kind !== undefined && !kind.isList,
      isGroupable: kind !== undefined && !kind.isList,
      allowNull: true,
      hasDefault: false,
      ...(enumValues && { enumValues }),
      validation: [],
      place: { column, path },
    },
  }
}

/** A value of another type reads as null, as it does in filters. */
function placeCodec(codec: Codec, columnType: ColumnType, kind: PlaceKind | undefined): Codec {
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
function holderColumn(column: MongoColumn, places: readonly MongoColumn[]): MongoColumn {
  const { codec } = column
  return {
    ...column,
    codec: {
      ...codec,
      encode: value =>
        places.reduce(
          (document, { codec: { encode }, schema: { columnType, place } }) =>
            replaceAt(document, place?.path ?? [], part => ofType(columnType, part, encode)),
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
