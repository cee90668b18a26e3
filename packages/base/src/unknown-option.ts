import { knownNames } from './known-names.js'
import { ServiceError } from './service-error.js'

/**
 * Returns the message for the first unknown option, with the known ones and the most similar;
 * undefined when all are known.
 *
 * @example
 * unknownOption({ pol: {} }, ['pool'], 'createSqlDataSource')
 * // "Unknown option 'pol' of createSqlDataSource. The options are: pool. Did you mean 'pool'?"
 */
export function unknownOption(
  given: object,
  known: readonly string[],
  location?: string,
): string | undefined {
  const unknown = Object.keys(given).find(name => !known.includes(name))
  if (unknown === undefined) return undefined
  const of = location === undefined ? '' : ` of ${location}`
  return `Unknown option '${unknown}'${of}. The options are: ${knownNames(unknown, known)}`
}

/**
 * Returns the member names of a type; the compiler checks that the list is complete.
 *
 * @example
 * const names = namesOf<{ max?: number }>({ max: true }) // ['max']
 */
export function listOptionNames<T extends object>(
  names: Readonly<Record<keyof T, true>>,
): readonly string[] {
  return Object.keys(names)
}

/**
 * An option has an invalid value.
 *
 * @example
 * throw new OptionError("Option 'max' of the pool is 0. It must be a whole number above 0.")
 */
export class OptionError extends ServiceError {
  override readonly name = 'OptionError'
  readonly code = 'configuration_error'
  readonly status = 500
}

/**
 * Throws when the options are not an object, or have an unknown name. The last argument names the
 * function that takes them.
 *
 * @example
 * checkOptionNames({ pol: {} }, ['pool'], 'createSqlDataSource') // throws: … Did you mean 'pool'?
 */
export function checkOptionNames(
  given: unknown,
  known: readonly string[],
  location: string,
): asserts given is object {
  if (typeof given !== 'object' || given === null) {
    const found = JSON.stringify(given) ?? typeof given
    throw new OptionError(`${location} expects an object of options, not ${found}.`)
  }
  const problem = unknownOption(given, known, location)
  if (problem) throw new OptionError(problem)
}
