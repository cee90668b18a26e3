import type { FieldModel } from './collection-model.js'

/**
 * Returns whether a record cannot be created without a value for the field.
 *
 * @example
 * isNeeded(orders.fields.get('reference')!) // true
 */
export function isNeeded({ isRequired, defaultValue }: FieldModel): boolean {
  return isRequired && (defaultValue === null || defaultValue === undefined)
}
