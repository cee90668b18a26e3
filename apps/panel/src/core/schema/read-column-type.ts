import { type ColumnType, type PrimitiveType, primitiveTypes } from '@service/datasource-toolkit'
import type { SchemaFieldType } from '@service/protocol'

const primitives: ReadonlySet<string> = new Set(primitiveTypes)

/**
 * Reads the type of a field of the schema. A type that is not known is read as JSON, which holds
 * any value.
 *
 * @example
 * readColumnType(['String']) // ['String']
 */
export function readColumnType(type: SchemaFieldType): ColumnType {
  if (typeof type === 'string') return readPrimitive(type)
  if (isList(type)) return [readColumnType(type[0])]
  return Object.fromEntries(
    type.fields.map(({ field, type: member }) => [field, readColumnType(member)]),
  )
}

function isList(type: Exclude<SchemaFieldType, string>): type is readonly [SchemaFieldType] {
  return Array.isArray(type)
}

function readPrimitive(name: string): PrimitiveType {
  if (name === 'Timeonly') return 'Time'
  return primitives.has(name) ? (name as PrimitiveType) : 'Json'
}
