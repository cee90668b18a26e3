import { ValidationError } from '@service/base'

/** Maximum length of a search text; longer ones are rejected before they are processed. */
export const maxSearchLength = 2000

/**
 * Returns a search text, or throws when it is too long.
 *
 * @example
 * checkSearch('late order') // 'late order'
 */
export function checkSearch(text: string): string {
  if (text.length <= maxSearchLength) return text
  throw new ValidationError(
    `The text to search for has ${text.length} characters; at most ${maxSearchLength} are allowed. ` +
      'Search for a part of it, or use a filter.',
  )
}
