import type { ActionField } from '@service/protocol'
import { type RecordId, toWireId } from '../records/record-id.js'
import { type FormFile, toDataUri } from './data-uri.js'

/** Converts a value for a request: files to data URIs, dates to ISO texts, records to their ids. */
export function toWireValue({ type, reference }: ActionField, value: unknown): unknown {
  if (value === undefined || value === null) return value
  if (Array.isArray(type)) {
    return Array.isArray(value) ? value.map(item => toWireItem(type[0], item)) : value
  }
  if (reference) return toWireId(value as RecordId)
  return toWireItem(type, value)
}

function toWireItem(type: unknown, value: unknown): unknown {
  if (type === 'File' && isFile(value)) return toDataUri(value)
  if (value instanceof Date) {
    return type === 'Dateonly' ? value.toISOString().slice(0, 10) : value.toISOString()
  }
  return value
}

function isFile(value: unknown): value is FormFile {
  return typeof value === 'object' && value !== null && 'buffer' in value
}

/** The name of a type; lists as `StringList`. */
export function typeName({ type }: ActionField): string {
  if (Array.isArray(type)) return `${String(type[0])}List`
  return typeof type === 'string' ? type : 'Json'
}
