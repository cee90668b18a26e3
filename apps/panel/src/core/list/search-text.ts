/** Why a search is taken as plain text. */
export type SearchProblem = 'quote' | 'bracket' | 'operator'

const operators: ReadonlySet<string> = new Set(['AND', 'OR'])

/**
 * Returns why a search does not follow the syntax, so that the agent searches it as it is written;
 * undefined when it does.
 *
 * @example
 * findSearchProblem('"late order') // 'quote'
 */
export function findSearchProblem(text: string): SearchProblem | undefined {
  const tokens = splitSearch(text)
  if (tokens.some(part => /^-?(?:[^\s"']+:)?"[^"]*$/.test(part))) return 'quote'
  let depth = 0
  for (const [index, part] of tokens.entries()) {
    if (part === '(') depth++
    if (part === ')') depth--
    if (depth < 0) return 'bracket'
    if (operators.has(part) && !hasBothSides(tokens, index)) return 'operator'
  }
  return depth === 0 ? undefined : 'bracket'
}

function hasBothSides(tokens: readonly string[], index: number): boolean {
  const isSide = (part: string | undefined, bracket: string) =>
    part !== undefined && !operators.has(part) && part !== bracket
  return isSide(tokens[index - 1], '(') && isSide(tokens[index + 1], ')')
}

/** The words, phrases and brackets of a search: `a AND (b OR "c d") -e field:f`. */
function splitSearch(text: string): readonly string[] {
  const parts: string[] = []
  let start = 0
  while (start < text.length) {
    if (isBlank(text, start)) {
      start++
      continue
    }
    const end =
      findPhraseEnd(text, start) ?? (isBracket(text, start) ? start + 1 : findWordEnd(text, start))
    parts.push(text.slice(start, end))
    start = end
  }
  return parts
}

const isBlank = (text: string, at: number): boolean => /\s/.test(text.charAt(at))
const isBracket = (text: string, at: number): boolean => '()'.includes(text.charAt(at))

/** Returns where a phrase in quotes ends, which may follow names of fields; undefined when there is none. */
function findPhraseEnd(text: string, start: number): number | undefined {
  const first = text[start] === '-' ? start + 1 : start
  let quote = first
  while (quote < text.length && !/[\s"'()]/.test(text.charAt(quote))) quote++
  const names = text.slice(first, quote)
  if (names !== '' && !(names.endsWith(':') && names.slice(0, -1).split(':').every(Boolean)))
    return undefined
  if (quote >= text.length || isBlank(text, quote) || isBracket(text, quote)) return undefined
  const closing = text.indexOf(text.charAt(quote), quote + 1)
  if (closing < 0) return undefined
  const end = closing + 1
  return end === text.length || isBlank(text, end) || text[end] === ')' ? end : undefined
}

/** Brackets inside of a word, such as `f(x)`, belong to it. */
function findWordEnd(text: string, start: number): number {
  let end = start
  while (end < text.length && !isBlank(text, end)) {
    if (!isBracket(text, end)) {
      end++
      continue
    }
    let closing = end + 1
    while (closing < text.length && !isBlank(text, closing) && !isBracket(text, closing)) closing++
    if (text[end] !== '(' || text[closing] !== ')') break
    end = closing + 1
  }
  return end
}

/**
 * Returns the texts to mark in what a search found: its words and phrases, without those that must
 * not occur and without the names of fields.
 *
 * @example
 * listSearchTerms('status:paid "late order" -draft') // ['paid', 'late order']
 */
export function listSearchTerms(search: string): readonly string[] {
  if (findSearchProblem(search)) return [search.trim()]
  const terms = splitSearch(search)
    .filter(part => !operators.has(part) && part !== '(' && part !== ')')
    .filter(part => !/^-\D/.test(part))
    .map(readValue)
    .filter(value => value !== '')
  return [...new Set(terms)]
}

function readValue(part: string): string {
  const quoted = /["']([^"']*)["']$/.exec(part)
  if (quoted) return quoted[1] ?? ''
  const value = /^[^\s:]+:\S/.test(part) ? part.slice(part.lastIndexOf(':') + 1) : part
  return value.replace(/^[<>=!≤≥]+/, '')
}

/** A stretch of a text, and whether it was searched for. */
export interface MarkedPart {
  readonly text: string
  readonly isMarked: boolean
}

/**
 * Splits a text into what was searched for and what was not.
 *
 * @example
 * markTerms('Clara Ito', ['ito']) // [{ text: 'Clara ', isMarked: false }, { text: 'Ito', isMarked: true }]
 */
export function markTerms(text: string, terms: readonly string[]): readonly MarkedPart[] {
  const lower = text.toLowerCase()
  const wanted = terms.map(term => term.toLowerCase()).filter(term => term !== '')
  const parts: MarkedPart[] = []
  let index = 0
  // A letter that changes its length in lower case would shift what is marked.
  if (lower.length !== text.length) return [{ text, isMarked: false }]
  while (index < text.length) {
    const next = findNext(lower, wanted, index)
    if (!next) break
    if (next.start > index) parts.push({ text: text.slice(index, next.start), isMarked: false })
    parts.push({ text: text.slice(next.start, next.end), isMarked: true })
    index = next.end
  }
  if (index < text.length) parts.push({ text: text.slice(index), isMarked: false })
  return parts
}

function findNext(text: string, terms: readonly string[], from: number) {
  let best: { readonly start: number; readonly end: number } | undefined
  for (const term of terms) {
    const start = text.indexOf(term, from)
    if (start < 0 || (best && start >= best.start)) continue
    best = { start, end: start + term.length }
  }
  return best
}
