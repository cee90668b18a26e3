import {
  type CollectionSource,
  type ColumnSchema,
  type ColumnType,
  type DataSourceFactory,
  type FieldSchema,
  legalOperators,
  primitiveTypes,
} from '@service/datasource-toolkit'
import type {
  SchemaCollection,
  SchemaField,
  SchemaFieldType,
  SchemaSubField,
} from '@service/protocol'

/**
 * Creates a data source with the structure of an uploaded schema and without records, for typings.
 */
export function createSchemaSource(collections: readonly SchemaCollection[]): DataSourceFactory {
  const names = new Set(collections.map(collection => collection.name))
  return async () => ({
    collections: collections.map(collection => toSource(collection, names)),
    capabilities: { joins: false, nulls: 'last' },
    nativeConnections: [],
    async check() {},
    async close() {},
  })
}

function toSource(
  { name, fields }: SchemaCollection,
  names: ReadonlySet<string>,
): CollectionSource {
  return {
    name,
    schema: {
      fields: Object.fromEntries(fields.flatMap(field => toField(field, names))),
      primaryKey: fields.filter(field => field.isPrimaryKey).map(({ field }) => field),
      isCountable: false,
      isReadOnly: true,
    },
    list: noRecords,
    aggregate: noRecords,
    create: noRecords,
    update: noRecords,
    delete: noRecords,
  }
}

async function noRecords(): Promise<never> {
  throw new Error(
    'Only the structure of the database is known. Add the database to datasources.js.',
  )
}

function toField(
  field: SchemaField,
  names: ReadonlySet<string>,
): readonly (readonly [string, FieldSchema])[] {
  if (!field.relationship) return [[field.field, toColumn(field)]]
  const foreignCollection = collectionIn(field.reference, names)
  if (foreignCollection === undefined) return []
  const isToMany = field.relationship.endsWith('Many')
  // The schema does not contain the keys of relations, and typings do not need them.
  return [
    [field.field, { kind: isToMany ? 'OneToMany' : 'ManyToOne', foreignCollection, keys: [] }],
  ]
}

function toColumn({ type, enums, isPrimaryKey, isRequired }: SchemaField): ColumnSchema {
  const columnType = toColumnType(type)
  return {
    kind: 'Column',
    columnType,
    // Relations added by code need columns that can be compared.
    operators: legalOperators(columnType),
    isPrimaryKey,
    isReadOnly: true,
    isSortable: false,
    isGroupable: false,
    allowNull: !isRequired,
    hasDefault: false,
    validation: [],
    ...(enums && enums.length > 0 && { enumValues: enums }),
  }
}

/** Converts a type of the schema; an unknown one becomes Json. */
function toColumnType(type: SchemaFieldType): ColumnType {
  if (typeof type === 'string') return primitiveTypes.find(each => each === type) ?? 'Json'
  if (Array.isArray(type)) return [toColumnType(type[0])]
  // Agents of the protocol family upload schemas too.
  const { fields } = (type ?? {}) as { readonly fields?: readonly SchemaSubField[] }
  if (!Array.isArray(fields)) return 'Json'
  return Object.fromEntries(fields.map(({ field, type: of }) => [field, toColumnType(of)]))
}

/** Returns the collection of a reference like `orders.id`; names can contain dots. */
function collectionIn(reference: string | null, names: ReadonlySet<string>): string | undefined {
  const parts = (reference ?? '').split('.')
  while (parts.pop() !== undefined) if (names.has(parts.join('.'))) return parts.join('.')
  return undefined
}
