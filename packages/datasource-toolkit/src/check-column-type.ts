import { knownNames, ValidationError } from '@service/base'
import { type ColumnType, type PrimitiveType, primitiveTypes } from './column-types.js'

/**
 * Throws when a value is not a column type and suggests the nearest one; the second argument says
 * where the value was found.
 *
 * @example
 * checkColumnType('Strin', "columnType of 'name'") // throws: … Did you mean 'String'?
 */
export function checkColumnType(type: unknown, location: string): asserts type is ColumnType {
  if (Array.isArray(type)) {
    if (type.length !== 1) {
      throw new ValidationError(
        `${location} is a list of ${type.length} types: write one, as [type].`,
      )
    }
    checkColumnType(type[0], `${location}[0]`)
  } else if (typeof type === 'object' && type !== null) {
    for (const [name, member] of Object.entries(type))
      checkColumnType(member, `${location}.${name}`)
  } else if (!primitiveTypes.includes(type as PrimitiveType)) {
    throw unknownType(type, location)
  }
}

/** The error for a value that is not a column type. */
export function unknownType(
  type: unknown,
  location: string,
  allowed: readonly PrimitiveType[] = primitiveTypes,
): ValidationError {
  const found = typeof type === 'string' ? `'${type}'` : String(type)
  return new ValidationError(
    `${location} is ${found}. It must be a list of one type ([type]), an object of types, or one of these: ${knownNames(String(type), allowed)}`,
  )
}
