/** `\p{Cc}` has more characters than those that JSON forbids in strings. */
const token =
  /[ \t\n\r]*(?:([{}[\],:])|("(?:[^"\\\p{Cc}]|[\x7f-\x9f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))/uy

const blanks = /[ \t\n\r]*/y

/** What may come next. */
type Expected = 'value' | 'first-value' | 'key' | 'first-key' | 'colon' | 'next'

/**
 * Returns the position of the first character of a text that is not JSON; undefined when all of it
 * is. Messages of `JSON.parse` differ between browsers, and not all name the position.
 *
 * @example
 * findJsonError('{"a": x}') // 6
 */
export function findJsonError(text: string): number | undefined {
  const open: string[] = []
  let expected: Expected = 'value'
  let index = 0
  while (!(expected === 'next' && open.length === 0)) {
    token.lastIndex = index
    const match = token.exec(text)
    const following: Expected | null | undefined = match && follow(readKind(match), expected, open)
    if (!following) return skipBlanks(text, index)
    expected = following
    index = token.lastIndex
  }
  const rest = skipBlanks(text, index)
  return rest < text.length ? rest : undefined
}

function readKind([, sign, string]: RegExpExecArray): string {
  return sign ?? (string === undefined ? 'scalar' : 'string')
}

function skipBlanks(text: string, index: number): number {
  blanks.lastIndex = index
  blanks.exec(text)
  return blanks.lastIndex
}

/** Returns what may come after a token; undefined when it may not be here. Changes `open`. */
function follow(kind: string, expected: Expected, open: string[]): Expected | undefined {
  const isValue = expected === 'value' || expected === 'first-value'
  const container = open.at(-1)
  if (kind === '}' || kind === ']') {
    const isEmpty = expected === (kind === '}' ? 'first-key' : 'first-value')
    const isClosing = container === (kind === '}' ? '{' : '[')
    if (!isClosing || !(isEmpty || expected === 'next')) return undefined
    open.pop()
    return 'next'
  }
  if (kind === ',') return expected === 'next' ? (container === '{' ? 'key' : 'value') : undefined
  if (kind === ':') return expected === 'colon' ? 'value' : undefined
  if (kind === 'string' && (expected === 'key' || expected === 'first-key')) return 'colon'
  if (!isValue) return undefined
  if (kind !== '{' && kind !== '[') return 'next'
  open.push(kind)
  return kind === '{' ? 'first-key' : 'first-value'
}
