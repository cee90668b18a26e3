/** How a database reads the characters on which dialects differ. */
export interface Lexing {
  /** `\'` inside a string does not end it. */
  readonly backslashEscapes: boolean
  /** `#` begins a comment. */
  readonly hashComments: boolean
  /** `--` begins a comment only before a space. */
  readonly dashesNeedSpace: boolean
}

/** Every combination, since a query must be safe however the database reads it. */
export const lexings: readonly Lexing[] = [false, true].flatMap(backslashEscapes =>
  [false, true].flatMap(hashComments =>
    [false, true].map(dashesNeedSpace => ({ backslashEscapes, hashComments, dashesNeedSpace })),
  ),
)

const closers: Readonly<Record<string, string>> = { "'": "'", '"': '"', '`': '`' }

/**
 * Removes quoted text and comments from a statement. A semicolon in a comment stays, since some
 * databases run comments that others skip.
 */
export function bareSql(sql: string, lexing: Lexing): string {
  let bare = ''
  let index = 0
  while (index < sql.length) {
    const end = quoteEnd(sql, index, lexing) ?? commentEnd(sql, index, lexing)
    if (end === undefined) {
      bare += sql[index]
      index += 1
    } else {
      const isComment = closers[sql[index]!] === undefined
      bare += isComment && sql.slice(index, end).includes(';') ? ' ; ' : ' '
      index = end
    }
  }
  return bare
}

function quoteEnd(sql: string, start: number, lexing: Lexing): number | undefined {
  const closer = closers[sql[start]!]
  if (closer === undefined) return undefined
  for (let index = start + 1; index < sql.length; index += 1) {
    if (lexing.backslashEscapes && sql[index] === '\\') index += 1
    else if (sql[index] === closer) return index + 1
  }
  return sql.length
}

function commentEnd(sql: string, start: number, lexing: Lexing): number | undefined {
  if (sql.startsWith('/*', start)) {
    const end = sql.indexOf('*/', start + 2)
    return end < 0 ? sql.length : end + 2
  }
  const dashes = lexing.dashesNeedSpace ? /^--(?=\s|$)/ : /^--/
  const isLineComment =
    dashes.test(sql.slice(start, start + 3)) || (lexing.hashComments && sql[start] === '#')
  if (!isLineComment) return undefined
  const end = sql.indexOf('\n', start)
  return end < 0 ? sql.length : end
}
