import { ValidationError } from '@service/base'

/** Most characters of a text to search for: more is refused before anything reads it. */
export const longestSearch = 2000

/**
 * Returns a text to search for, and refuses one that is too long.
 *
 * @example
 * checkSearch('late order') // 'late order'
 */
export function checkSearch(text: string): string {
  if (text.length <= longestSearch) return text
  throw new ValidationError(
    `The text to search for has ${text.length} characters; at most ${longestSearch} are allowed. ` +
      'Search for a part of it, or use a filter.',
  )
}
