import { type ColumnType, parseValue } from '@service/datasource-toolkit'
import type { BinaryMode, CollectionModel, ColumnModel } from '@service/engine'

const foreignKeys = new WeakMap<CollectionModel, ReadonlySet<string>>()

/** The mode set by customization; else hexadecimal for keys, data URIs for content. */
export function binaryMode(collection: CollectionModel, column: ColumnModel): BinaryMode {
  if (column.codec) return column.codec
  if (column.read.kind === 'alias') {
    const { relations, column: origin } = collection.path(column.read.path)
    return binaryMode(relations.at(-1)?.target ?? collection, origin)
  }
  const isKey = column.isPrimaryKey || listForeignKeyColumns(collection).has(column.name)
  return isKey ? 'hex' : 'datauri'
}

export function encodeBinary(bytes: Uint8Array, mode: BinaryMode): string {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (mode === 'hex') return buffer.toString('hex')
  return `data:${sniffMimeType(buffer)};base64,${buffer.toString('base64')}`
}

/** Whether values of the type contain bytes, directly or inside lists or objects. */
export function holdsBytes(columnType: ColumnType): boolean {
  if (typeof columnType === 'string') return columnType === 'Binary'
  return Object.values(columnType).some(holdsBytes)
}

/** Decodes the bytes of a value from text, wherever they are in it; throws 400 when one is malformed. */
export function decodeBytes(columnType: ColumnType, value: unknown): unknown {
  if (value === null || value === undefined || !holdsBytes(columnType)) return value
  if (typeof columnType === 'string') return parseValue(columnType, value)
  if (isList(columnType)) {
    return Array.isArray(value) ? value.map(item => decodeBytes(columnType[0], item)) : value
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => {
      const type = columnType[name]
      return [name, type === undefined ? item : decodeBytes(type, item)]
    }),
  )
}

function isList(columnType: ColumnType): columnType is readonly [ColumnType] {
  return Array.isArray(columnType)
}

function listForeignKeyColumns(collection: CollectionModel): ReadonlySet<string> {
  const known = foreignKeys.get(collection)
  if (known) return known
  const names = new Set<string>()
  for (const field of collection.fields.values()) {
    if (field.kind === 'ManyToOne') for (const key of field.keys) names.add(key.from)
  }
  foreignKeys.set(collection, names)
  return names
}

const signatures: readonly (readonly [mimeType: string, prefix: string, offset?: number])[] = [
  ['image/png', '89504e470d0a1a0a'],
  ['image/jpeg', 'ffd8ff'],
  ['image/gif', '47494638'],
  ['image/webp', '57454250', 8],
  ['image/bmp', '424d'],
  ['image/tiff', '49492a00'],
  ['image/tiff', '4d4d002a'],
  ['image/x-icon', '00000100'],
  ['application/pdf', '255044462d'],
  ['application/zip', '504b0304'],
  ['application/gzip', '1f8b'],
  ['video/mp4', '66747970', 4],
  ['video/webm', '1a45dfa3'],
  ['audio/mpeg', '494433'],
  ['audio/ogg', '4f676753'],
  ['audio/wav', '57415645', 8],
]

function sniffMimeType(bytes: Buffer): string {
  const start = bytes.subarray(0, 16).toString('hex')
  for (const [mimeType, prefix, offset = 0] of signatures) {
    if (start.startsWith(prefix, offset * 2)) return mimeType
  }
  return 'application/octet-stream'
}
