import { ValidationError } from '@service/base'
import type { ColumnType } from '@service/datasource-toolkit'
import { packId, parseValue, unpackId } from '@service/datasource-toolkit'
import type { CollectionModel } from '../model/model.js'
import { type FieldDefinition, fieldId } from './action-model.js'
import { parseDataUri } from './data-uri.js'
import { fieldError } from './field-error.js'
import type { FormFieldType, FormFile } from './form-elements.js'

/** Form field types whose values are validated like those of a column type. */
const columnTypes: Partial<Record<FormFieldType, ColumnType>> = {
  Boolean: 'Boolean',
  Date: 'Date',
  Dateonly: 'Dateonly',
  Enum: 'Enum',
  EnumList: ['Enum'],
  Json: 'Json',
  Number: 'Number',
  NumberList: ['Number'],
  String: 'String',
  StringList: ['String'],
  Time: 'Time',
}

/** A form value with the type of a column. */
export interface FormInput {
  readonly columnType: ColumnType
  readonly value: unknown
}

/** Converts a value for comparison with conditions: records to their ids, a file to its bytes. */
export function toInput({ type }: FieldDefinition, value: unknown): FormInput | undefined {
  if (type === 'Collection') {
    const id = Array.isArray(value) ? packId(value) : value
    return { columnType: 'String', value: parseValue('String', id) }
  }
  if (type === 'File') return { columnType: 'Binary', value: isFile(value) ? value.buffer : null }
  const columnType = columnTypes[type]
  return columnType && { columnType, value: parseValue(columnType, value) }
}

/** Parses a value received for a field; an error names the field. */
export function parseFormValue(field: FieldDefinition, value: unknown): unknown {
  return named(field, () => parse(field.type, value))
}

/** Parses the primary key in a field of type Collection. */
export function parseRecordId(
  field: FieldDefinition,
  { primaryKey }: CollectionModel,
  value: unknown,
): readonly unknown[] | null {
  if (value === null) return null
  return named(field, () => {
    if (!Array.isArray(value)) return unpackId(primaryKey, String(value))
    if (value.length !== primaryKey.length) {
      throw new ValidationError(`the id needs ${primaryKey.length} parts.`)
    }
    return primaryKey.map(({ columnType }, index) => parseValue(columnType, value[index]))
  })
}

/**
 * Parses a value before its type is known: recognises files, and returns other values unchanged.
 */
export function guessFormValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(guessFormValue)
  if (typeof value !== 'string' || !value.startsWith('data:')) return value
  try {
    return parseDataUri(value)
  } catch {
    return value
  }
}

/** Whether a field is empty. */
export function isEmptyValue(value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  return Array.isArray(value) && value.length === 0
}

function parse(type: FormFieldType, value: unknown): unknown {
  if (value === null || value === undefined) return null
  // An input that was cleared sends an empty text, whatever its type.
  if (value === '' && type !== 'String' && type !== 'Json') return null
  if (type === 'File') return parseFile(value)
  if (type === 'FileList') return parseList(value).map(parseFile)
  if (type === 'Collection') return parseKey(value)
  const parsed = parseValue(columnTypes[type]!, value)
  if (type.endsWith('List')) parseList(parsed)
  return parsed
}

function parseList(value: unknown): readonly unknown[] {
  if (Array.isArray(value) && value.every(item => item !== null && item !== undefined)) return value
  throw new ValidationError('it must be a list of values.')
}

function parseFile(value: unknown): FormFile {
  if (typeof value === 'string') return parseDataUri(value)
  if (isFile(value)) return value
  throw new ValidationError('it must be a file.')
}

function isFile(value: unknown): value is FormFile {
  return (value as Partial<FormFile> | null)?.buffer instanceof Uint8Array
}

function parseKey(value: unknown): unknown {
  const isKey = typeof value === 'string' || typeof value === 'number' || Array.isArray(value)
  if (isKey) return value
  throw new ValidationError('it must be the id of a record.')
}

function named<T>(field: FieldDefinition, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error
    const id = fieldId(field)
    throw fieldError(id, `'${id}': ${error.message}`, { cause: error })
  }
}
