/** A token of a LIKE pattern: `%`, `_`, or literal text. */
export type LikeToken = { readonly kind: 'any' | 'one' } | { readonly text: string }

/** Parses a pattern in which `\` makes the next character literal. */
export function parseLike(pattern: string): LikeToken[] {
  const tokens: LikeToken[] = []
  let text = ''
  const flush = () => {
    if (text) tokens.push({ text })
    text = ''
  }
  for (let i = 0; i < pattern.length; i++) {
    const character = pattern[i] as string
    if (character === '%' || character === '_') {
      flush()
      tokens.push({ kind: character === '%' ? 'any' : 'one' })
    } else if (character === '\\' && i + 1 < pattern.length) {
      text += pattern[++i]
    } else {
      text += character
    }
  }
  flush()
  return tokens
}

/** Prints a pattern for a database that escapes special characters with a prefix. */
export function printLike(
  tokens: readonly LikeToken[],
  specials: RegExp,
  escapeCharacter: string,
): string {
  return tokens
    .map(token => {
      if ('text' in token) return token.text.replace(specials, `${escapeCharacter}$&`)
      return token.kind === 'any' ? '%' : '_'
    })
    .join('')
}
