import type { Document } from 'mongodb'

/** A pattern around user text. `s`: a point is any character, line ends included. */
export function containing(before: string, text: string, after: string, options = ''): Document {
  return { $regex: `${before}${escapePattern(text)}${after}`, $options: `s${options}` }
}

/** The pattern of a Like: `%` any text, `_` one character, `\` takes the next character literally. */
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
