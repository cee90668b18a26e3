/** A parsed search. */
export type SearchNode =
  | { readonly kind: 'and'; readonly parts: readonly SearchNode[] }
  | { readonly kind: 'or'; readonly parts: readonly SearchNode[] }
  | SearchTerm
  /** Text that does not follow the syntax: searched as written. */
  | { readonly kind: 'literal'; readonly text: string }

/** One word or phrase. */
export interface SearchTerm {
  readonly kind: 'term'
  readonly isNegated: boolean
  /** Split at its colons: the parts before the value may name a field. */
  readonly parts: readonly string[]
  /** Written in quotes: the value is taken literally. */
  readonly isQuoted: boolean
}

interface Token {
  readonly kind: 'open' | 'close' | 'AND' | 'OR' | 'term'
  readonly start: number
  readonly end: number
  readonly term?: SearchTerm
}

// Limits the cost of one request; a longer text is searched as written.
const maxTerms = 50
const deepest = 20

/**
 * Parses the search syntax: `a b`, `a AND b`, `a OR b`, `(a OR b) c`, `"a phrase"`, `-not`,
 * `field:value`. It never fails: what does not parse is literal text.
 */
export function parseSearch(search: string): SearchNode {
  const text = search.trim()
  const tokens = tokenise(text)
  return (tokens && readTokens(text, tokens)) ?? { kind: 'literal', text }
}

const phrase = /(-?)((?:[^\s"'():]+:)*)(?:"([^"]*)"|'([^']*)')(?=[\s)]|$)/y
/** Parentheses without a space belong to the word: `f(x)`. */
const word = /(?:[^\s()]|\([^\s()]*\))+/y
const space = /\s+/y

/** Undefined when parentheses are in an invalid position. */
function tokenise(text: string): readonly Token[] | undefined {
  const tokens: Token[] = []
  let start = 0
  let terms = 0
  while (start < text.length) {
    const blank = matchAt(space, text, start)
    if (blank) {
      start += blank[0].length
      continue
    }
    const token = tokenAt(text, start)
    if (!token || !isApart(text, token)) return undefined
    if (token.kind === 'term' && ++terms > maxTerms) return undefined
    tokens.push(token)
    start = token.end
  }
  return tokens
}

function tokenAt(text: string, start: number): Token | undefined {
  if (text[start] === '(') return { kind: 'open', start, end: start + 1 }
  if (text[start] === ')') return { kind: 'close', start, end: start + 1 }
  const quoted = matchAt(phrase, text, start)
  if (quoted) {
    const [whole, minus, head = '', double, single] = quoted
    const parts = [...head.split(':').slice(0, -1), double ?? single ?? '']
    const term = { kind: 'term', isNegated: minus === '-', parts, isQuoted: true } as const
    return { kind: 'term', start, end: start + whole.length, term }
  }
  const bare = matchAt(word, text, start)?.[0]
  if (bare === undefined) return undefined
  const end = start + bare.length
  if (bare === 'AND' || bare === 'OR') return { kind: bare, start, end }
  return { kind: 'term', start, end, term: wordTerm(bare) }
}

function wordTerm(text: string): SearchTerm {
  // `-5` is a number; `-a` is a negation.
  const isNegated = /^-(?!(?:\d+(?:\.\d*)?|\.\d+)$)./s.test(text)
  const value = isNegated ? text.slice(1) : text
  const parts = value.split(':')
  return { kind: 'term', isNegated, parts: parts.includes('') ? [value] : parts, isQuoted: false }
}

/** Whether a parenthesis is at the edge of a word. */
function isApart(text: string, { kind, start, end }: Token): boolean {
  if (kind === 'open') return start === 0 || /[\s(]/.test(text[start - 1]!)
  if (kind === 'close') return end === text.length || /[\s)]/.test(text[end]!)
  return true
}

function matchAt(pattern: RegExp, text: string, start: number): RegExpExecArray | null {
  pattern.lastIndex = start
  return pattern.exec(text)
}

/** Undefined when the tokens do not follow the syntax. */
function readTokens(text: string, tokens: readonly Token[]): SearchNode | undefined {
  let next = 0

  const readOr = (depth: number): SearchNode | undefined => {
    const parts = [readAnd(depth)]
    while (tokens[next]?.kind === 'OR') {
      next++
      parts.push(readAnd(depth))
    }
    return combine('or', parts)
  }

  const readAnd = (depth: number): SearchNode | undefined => {
    const parts = [readUnit(depth)]
    for (let kind = tokens[next]?.kind; kind !== undefined; kind = tokens[next]?.kind) {
      if (kind === 'AND') next++
      else if (kind !== 'term' && kind !== 'open') break
      parts.push(readUnit(depth))
    }
    return combine('and', parts)
  }

  const readUnit = (depth: number): SearchNode | undefined => {
    const token = tokens[next++]
    if (token?.kind !== 'open') return token?.term
    const inner = depth < deepest ? readOr(depth + 1) : undefined
    const close = tokens[next++]
    if (!inner || close?.kind !== 'close') return undefined
    if (inner.kind === 'and' || inner.kind === 'or') return inner
    // Around one word, parentheses are text: `(555) 123`.
    return { kind: 'literal', text: text.slice(token.start, close.end) }
  }

  const read = readOr(0)
  return next === tokens.length ? read : undefined
}

function combine(
  kind: 'and' | 'or',
  parts: readonly (SearchNode | undefined)[],
): SearchNode | undefined {
  const flat: SearchNode[] = []
  for (const part of parts) {
    if (!part) return undefined
    if (part.kind === kind) flat.push(...part.parts)
    else flat.push(part)
  }
  return flat.length === 1 ? flat[0] : { kind, parts: flat }
}
