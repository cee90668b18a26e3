import { knownNames, ValidationError } from '@service/base'

/** Throws a 400 that lists the known keys when an object has another one. */
export function checkKeys(given: object, known: readonly string[], where: string): void {
  const unknown = Object.keys(given).find(key => !known.includes(key))
  if (unknown === undefined) return
  throw new ValidationError(
    `No '${unknown}' in ${where}. It can have: ${knownNames(unknown, known)}`,
  )
}
