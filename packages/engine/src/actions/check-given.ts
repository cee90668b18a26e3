import type { ValidationError } from '@service/base'
import { type FieldDefinition, fieldId } from './action-model.js'
import { fieldError } from './field-error.js'
import type { FormFieldType, FormFile } from './form-elements.js'
import { parseFormValue } from './parse-form-value.js'

/** The properties of a field that limit its values. */
export const restrictions = [
  'enumValues',
  'options',
  'min',
  'max',
  'extensions',
  'maxSizeMb',
  'maxCount',
] as const

/** Throws on a value that the field does not allow. */
export function checkGiven(field: FieldDefinition, value: unknown): void {
  const items = Array.isArray(value) ? value : [value]
  checkChoices(field, items)
  checkBounds(field, items)
  if (field.widget === 'FilePicker') checkFiles(field, items as readonly FormFile[])
}

/** Checks that every item is one of the field's enum values or of its widget's options. */
function checkChoices(field: FieldDefinition, items: readonly unknown[]): void {
  const choices = field.enumValues ?? field.options
  // The options of a dynamic search are not known in advance.
  if (!Array.isArray(choices) || field.search === 'dynamic') return
  const type = field.type.replace(/List$/, '') as FormFieldType
  const allowed = choices.map(choice => parseFormValue({ ...field, type }, optionValue(choice)))
  const wrong = items.find(item => !allowed.includes(item))
  if (wrong !== undefined) {
    throw refused(field, `${JSON.stringify(wrong)} is not one of: ${allowed.join(', ')}.`)
  }
}

function checkBounds(field: FieldDefinition, items: readonly unknown[]): void {
  const [min, max] = [field.min, field.max].map(magnitude)
  for (const item of items) {
    if (magnitude(item)! < min!) throw refused(field, `it must be at least ${print(field.min)}.`)
    if (magnitude(item)! > max!) throw refused(field, `it must be at most ${print(field.max)}.`)
  }
}

function checkFiles(field: FieldDefinition, files: readonly FormFile[]): void {
  const { maxCount, maxSizeMb, extensions } = field
  if (typeof maxCount === 'number' && files.length > maxCount) {
    throw refused(field, `it takes at most ${maxCount} files.`)
  }
  const allowed = Array.isArray(extensions) ? extensions.map(readExtension) : undefined
  for (const { name, buffer } of files) {
    if (typeof maxSizeMb === 'number' && buffer.byteLength > maxSizeMb * 1024 * 1024) {
      throw refused(field, `a file may have at most ${maxSizeMb} MB.`)
    }
    if (allowed?.includes(readExtension(name)) === false) {
      throw refused(field, `a file must end in: ${allowed.join(', ')}.`)
    }
  }
}

function optionValue(option: unknown): unknown {
  return typeof option === 'object' && option !== null && 'value' in option ? option.value : option
}

/**
 * Returns a number to compare with; NaN, for which every comparison is false, when there is none.
 */
function magnitude(value: unknown): number {
  if (typeof value === 'number') return value
  if (value instanceof Date) return value.getTime()
  return typeof value === 'string' ? Date.parse(value) : Number.NaN
}

function print(bound: unknown): string {
  return bound instanceof Date ? bound.toISOString() : String(bound)
}

function readExtension(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase()
}

function refused(field: FieldDefinition, reason: string): ValidationError {
  const id = fieldId(field)
  return fieldError(id, `'${id}': ${reason}`)
}
