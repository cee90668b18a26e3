/**
 * Escapes the wildcards of a text so that `Like` takes it literally.
 *
 * @example
 * escapeLike('50%_off') // '50\\%\\_off'
 */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/**
 * The regular expression equal to a `Like` pattern: `%` any text, `_` one character, `\` escapes.
 *
 * @example
 * likeToRegExp('a%', false).test('abc') // true
 */
export function likeToRegExp(pattern: string, ignoreCase: boolean): RegExp {
  let source = ''
  let isEscaped = false
  for (const character of pattern) {
    if (!isEscaped && character === '\\') {
      isEscaped = true
      continue
    }
    source += isEscaped ? escapeRegExp(character) : wildcardOf(character)
    isEscaped = false
  }
  if (isEscaped) source += '\\\\'
  return new RegExp(`^(?:${source})$`, ignoreCase ? 'isu' : 'su')
}

export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}

function wildcardOf(character: string): string {
  if (character === '%') return '.*'
  if (character === '_') return '.'
  return escapeRegExp(character)
}
