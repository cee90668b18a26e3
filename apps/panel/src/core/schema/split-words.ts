/**
 * Splits a name into its words, in the spelling they have in the name.
 *
 * @example
 * splitWords('customerID') // ['customer', 'ID']
 * splitWords('ordered_at') // ['ordered', 'at']
 */
export function splitWords(name: string): string[] {
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
