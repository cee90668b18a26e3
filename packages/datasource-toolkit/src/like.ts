/**
 * Escapes the wildcards of a text so that `Like` matches it literally.
 *
 * @example
 * escapeLike('50%_off') // '50\\%\\_off'
 */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** One element of a pattern: any text, any one character, or this character. */
type Token = { readonly any: 'text' | 'character' } | { readonly is: string }

/** `%` any text, `_` one character, `\` takes the next character literally. */
function parseTokens(pattern: string): Token[] {
  const tokens: Token[] = []
  const characters = [...pattern]
  for (let index = 0; index < characters.length; index++) {
    const character = characters[index] as string
    if (character === '%') tokens.push({ any: 'text' })
    else if (character === '_') tokens.push({ any: 'character' })
    else if (character === '\\' && index + 1 < characters.length) {
      index++
      tokens.push({ is: characters[index] as string })
    } else tokens.push({ is: character })
  }
  return tokens
}

/**
 * Returns whether a text matches a `Like` pattern; the time is proportional to both lengths for
 * every pattern.
 *
 * @example
 * matchesLike('a%', 'abc') // true
 */
export function matchesLike(pattern: string, text: string): boolean {
  const tokens = parseTokens(pattern)
  const characters = [...text]
  let token = 0
  let position = 0
  let lastAny = -1
  let retryAt = 0
  while (position < characters.length) {
    const current = tokens[token]
    if (current && 'any' in current && current.any === 'text') {
      lastAny = token++
      retryAt = position
    } else if (current && fits(current, characters[position] as string)) {
      token++
      position++
    } else if (lastAny >= 0) {
      token = lastAny + 1
      position = ++retryAt
    } else return false
  }
  return tokens.slice(token).every(rest => 'any' in rest && rest.any === 'text')
}

function fits(token: Token, character: string): boolean {
  return 'any' in token || token.is === character
}

/** Builds the regular expression equivalent to a `Like` pattern. */
export function likeToRegExp(pattern: string, ignoreCase: boolean): RegExp {
  const source = parseTokens(pattern)
    .map(token => {
      if ('is' in token) return escapeRegExp(token.is)
      return token.any === 'text' ? '.*' : '.'
    })
    .join('')
  return new RegExp(`^(?:${source})$`, ignoreCase ? 'isu' : 'su')
}

export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
