import type { ColumnType, PrimitiveType } from '@service/datasource-toolkit'

/** How documents store the values of a column. */
export type StoredType =
  | { readonly kind: ScalarKind }
  | { readonly kind: 'list'; readonly element: StoredType }
  | { readonly kind: 'document'; readonly fields: Readonly<Record<string, StoredType>> }

/** `key`: identifiers of several types. `mixedNumber`: doubles and decimals. */
export type ScalarKind =
  | 'string'
  | 'objectId'
  | 'key'
  | 'number'
  | 'decimal'
  | 'mixedNumber'
  | 'boolean'
  | 'date'
  | 'day'
  | 'dayAtMidnight'
  | 'time'
  | 'enum'
  | 'uuid'
  | 'binary'
  | 'pair'
  | 'geoJson'
  | 'json'

const columnTypes: Readonly<Record<ScalarKind, PrimitiveType>> = {
  string: 'String',
  objectId: 'String',
  key: 'String',
  number: 'Number',
  decimal: 'Number',
  mixedNumber: 'Number',
  boolean: 'Boolean',
  date: 'Date',
  day: 'Dateonly',
  dayAtMidnight: 'Dateonly',
  time: 'Time',
  enum: 'Enum',
  uuid: 'Uuid',
  binary: 'Binary',
  pair: 'Point',
  geoJson: 'Point',
  json: 'Json',
}

export function toColumnType(stored: StoredType): ColumnType {
  if (stored.kind === 'list') return [toColumnType(stored.element)]
  if (stored.kind !== 'document') return columnTypes[stored.kind]
  return Object.fromEntries(
    Object.entries(stored.fields).map(([name, field]) => [name, toColumnType(field)]),
  )
}

const defaultKinds: Readonly<Record<PrimitiveType, ScalarKind>> = {
  Binary: 'binary',
  Boolean: 'boolean',
  Date: 'date',
  Dateonly: 'day',
  Enum: 'enum',
  File: 'string',
  Json: 'json',
  Number: 'number',
  Point: 'pair',
  String: 'string',
  Time: 'time',
  Uuid: 'uuid',
}

/**
 * Alternative stored forms: ids as ObjectIds, numbers as decimals, days as instants, GeoJSON
 * points.
 */
export type StoredAs = 'objectId' | 'decimal' | 'date' | 'geoJson'

const choices: Readonly<Record<StoredAs, Partial<Record<PrimitiveType, ScalarKind>>>> = {
  objectId: { String: 'objectId' },
  decimal: { Number: 'decimal' },
  date: { Dateonly: 'dayAtMidnight' },
  geoJson: { Point: 'geoJson' },
}

export const storedAsNames: readonly string[] = Object.keys(choices)

/** Returns how a declared type is stored; undefined when it cannot be stored as requested. */
export function toStoredType(type: ColumnType, storedAs?: StoredAs): StoredType | undefined {
  if (Array.isArray(type)) {
    const element = toStoredType(type[0] as ColumnType, storedAs)
    return element && { kind: 'list', element }
  }
  if (typeof type !== 'string')
    return toDocumentType(type as { readonly [name: string]: ColumnType })
  const kind = storedAs ? choices[storedAs][type] : defaultKinds[type]
  return kind && { kind }
}

function toDocumentType(type: { readonly [name: string]: ColumnType }): StoredType {
  const fields = Object.entries(type).map(([name, field]): [string, StoredType] => [
    name,
    toStoredType(field) ?? { kind: 'json' },
  ])
  return { kind: 'document', fields: Object.fromEntries(fields) }
}
