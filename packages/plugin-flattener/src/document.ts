import type { ColumnType, PrimitiveType } from '@service/datasource-toolkit'
import { parseValue, ValidationError } from '@service/datasource-toolkit'

export type Document = Readonly<Record<string, unknown>>

function isDocument(value: unknown): value is Document {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** The value at a path; null where it, or an object on the way, is missing. */
function valueAt(document: unknown, path: readonly string[]): unknown {
  let value = document
  for (const name of path) {
    if (!isDocument(value) || !Object.hasOwn(value, name)) return null
    value = value[name]
  }
  return value ?? null
}

/** The value of a type at a path: what is there and of another type reads as null. */
export function typedValueAt(
  document: unknown,
  path: readonly string[],
  columnType: ColumnType,
): unknown {
  const value = valueAt(document, path)
  if (value === null || !isOfType(columnType, value)) return null
  try {
    return parseValue(columnType, value)
  } catch (error) {
    if (error instanceof ValidationError) return null
    throw error
  }
}

/** The form of each type inside a document; absent: any. */
const forms: Partial<Record<PrimitiveType, 'boolean' | 'number' | 'string'>> = {
  Boolean: 'boolean',
  Dateonly: 'string',
  Enum: 'string',
  Number: 'number',
  String: 'string',
  Time: 'string',
  Uuid: 'string',
}

function isOfType(columnType: ColumnType, value: unknown): boolean {
  if (typeof columnType !== 'string') return Array.isArray(columnType) || isDocument(value)
  const form = forms[columnType]
  return form === undefined || typeof value === form
}

/** A document that holds a value at a path, and nothing else. */
export function documentOf(path: readonly string[], value: unknown): Document {
  const [name = '', ...rest] = path
  return { [name]: rest.length === 0 ? value : documentOf(rest, value) }
}

/** Objects are merged, member by member; anything else of the patch replaces what is there. */
export function deepMerge(document: unknown, patch: Document): Document {
  const merged: Record<string, unknown> = isDocument(document) ? { ...document } : {}
  for (const [name, value] of Object.entries(patch)) {
    merged[name] = isDocument(value) ? deepMerge(merged[name], value) : value
  }
  return merged
}
