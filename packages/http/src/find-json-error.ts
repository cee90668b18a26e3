export interface JsonError {
  /** Index of the first character that cannot be part of a JSON text. */
  readonly position: number
  readonly expected: string
}

type State = 'value' | 'first item' | 'first key' | 'key' | 'colon' | 'next' | 'end'

const space = /[ \t\n\r]*/y
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const escapeSequence = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

const expectations: Readonly<Record<State, string>> = {
  value: 'a value',
  'first item': 'a value or "]"',
  'first key': 'a key in double quotes or "}"',
  key: 'a key in double quotes',
  colon: '":"',
  next: '"," or the closing bracket',
  end: 'the end of the text',
}

const insideString = 'a correctly escaped character or a closing double quote'

/**
 * Where and why a text stops being JSON. Only called for texts `JSON.parse` refused, whose messages
 * rarely tell the position.
 */
export function findJsonError(text: string): JsonError {
  const open: string[] = []
  let state: State = 'value'
  let position = 0
  let isInString = false

  const take = (pattern: RegExp): boolean => {
    pattern.lastIndex = position
    if (!pattern.test(text)) return false
    position = pattern.lastIndex
    return true
  }
  const takeCharacter = (character: string): boolean => {
    if (text[position] !== character) return false
    position++
    return true
  }
  const takeString = (): boolean => {
    if (!takeCharacter('"')) return false
    isInString = true
    while (!takeCharacter('"')) {
      if (text[position] === '\\') {
        if (!take(escapeSequence)) return false
      } else {
        if (!(text.charCodeAt(position) >= 0x20)) return false // also at the end: NaN
        position++
      }
    }
    isInString = false
    return true
  }
  const closed = (): State => (open.length === 0 ? 'end' : 'next')
  const takeClosing = (character: string): State | undefined => {
    if (open.at(-1) !== character || !takeCharacter(character)) return undefined
    open.pop()
    return closed()
  }
  const takeOpening = (character: string, closing: string): boolean => {
    if (!takeCharacter(character)) return false
    open.push(closing)
    return true
  }
  const takeValue = (): State | undefined => {
    if (takeOpening('{', '}')) return 'first key'
    if (takeOpening('[', ']')) return 'first item'
    return takeString() || take(scalar) ? closed() : undefined
  }
  const takeKey = (): State | undefined => (takeString() ? 'colon' : undefined)
  const takeNext = (): State | undefined => {
    if (takeCharacter(',')) return open.at(-1) === '}' ? 'key' : 'value'
    return takeClosing(open.at(-1) ?? '')
  }
  const transitions: Readonly<Record<State, () => State | undefined>> = {
    value: takeValue,
    'first item': () => takeClosing(']') ?? takeValue(),
    'first key': () => takeClosing('}') ?? takeKey(),
    key: takeKey,
    colon: () => (takeCharacter(':') ? 'value' : undefined),
    next: takeNext,
    end: () => undefined,
  }

  for (;;) {
    take(space)
    const next: State | undefined = transitions[state]()
    if (next === undefined) {
      return { position, expected: isInString ? insideString : expectations[state] }
    }
    state = next
  }
}
