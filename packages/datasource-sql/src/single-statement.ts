import { UnprocessableError } from '@service/datasource-toolkit'

/** What hides a semicolon, and what ends it; a closing sign that is doubled opens the next one. */
const CLOSINGS: Readonly<Record<string, string>> = {
  "'": "'",
  '"': '"',
  '`': '`',
  '[': ']',
  '--': '\n',
  '/*': '*/',
}

/** Refuses text after the end of the first statement, for drivers that would run or skip it. */
export function assertSingleStatement(text: string): void {
  const end = firstSemicolon(text)
  if (end === undefined || !hasMore(text, end)) return
  throw new UnprocessableError('Only one SQL statement is allowed.')
}

/** What nothing closes hides nothing, and is not looked for again: the time stays linear. */
function firstSemicolon(text: string): number | undefined {
  const signs = /['"`[;]|--|\/\*/g
  const unclosed = new Set<string>()
  for (let found = signs.exec(text); found; found = signs.exec(text)) {
    const [sign] = found
    if (sign === ';') return found.index
    if (unclosed.has(sign)) continue
    const closing = CLOSINGS[sign]!
    const at = text.indexOf(closing, signs.lastIndex)
    if (at >= 0) signs.lastIndex = at + closing.length
    else if (sign === '--') return undefined
    else unclosed.add(sign)
  }
  return undefined
}

/** Whether anything but blanks, comments and semicolons follows. */
function hasMore(text: string, from: number): boolean {
  const blank = /(?:[\s;]|--[^\n]*)+/y
  let at = from
  for (;;) {
    blank.lastIndex = at
    if (blank.test(text)) at = blank.lastIndex
    if (!text.startsWith('/*', at)) return at < text.length
    const end = text.indexOf('*/', at + 2)
    if (end < 0) return true
    at = end + 2
  }
}
