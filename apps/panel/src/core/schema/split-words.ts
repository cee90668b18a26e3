import { createRecentMap } from '@service/base'

/**
 * Splits a name into its words, in the spelling they have in the name.
 *
 * @example
 * splitWords('customerID') // ['customer', 'ID']
 * splitWords('ordered_at') // ['ordered', 'at']
 */
export function splitWords(name: string): readonly string[] {
  const known = words.get(name)
  if (known) return known
  const found = findWords(name)
  words.set(name, found)
  return found
}

/** Guesses ask for the words of a name many times, and schemas have thousands of names. */
const words = createRecentMap<string, readonly string[]>(10_000)

function findWords(name: string): readonly string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(/[\s_.:\-/]+/)
    .filter(word => word !== '')
}

/**
 * Returns a name in lower case with underscores, so that `fullName` and `full_name` are equal.
 *
 * @example
 * normaliseName('fullName') // 'full_name'
 */
export function normaliseName(name: string): string {
  return splitWords(name).join('_').toLowerCase()
}
