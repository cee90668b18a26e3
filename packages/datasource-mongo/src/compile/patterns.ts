import type { Document } from 'mongodb'

/** Builds a pattern around user text. With `s`, a dot matches line ends too. */
export function containing(before: string, text: string, after: string, options = ''): Document {
  return { $regex: `${before}${escapePattern(text)}${after}`, $options: `s${options}` }
}

/**
 * Builds the pattern of a Like: `%` any text, `_` one character, `\` makes the next character
 * literal.
 */
export function likePattern(like: string, options: string): Document {
  const source = like.replace(/\\([\s\S])|[\s\S]/gu, (token, literal: string | undefined) => {
    if (literal !== undefined) return escapePattern(literal)
    if (token === '%') return '.*'
    return token === '_' ? '.' : escapePattern(token)
  })
  return { $regex: `^${source}\\z`, $options: `s${options}` }
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|#\s-]/g, '\\$&').replaceAll('\0', '\\x00')
}
