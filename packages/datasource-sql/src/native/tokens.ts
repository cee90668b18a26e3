import { UnprocessableError } from '@service/base'
import type { Grammar } from './grammars.js'

export interface Token {
  /** A `name` is a quoted word, an `escapedText` a string in which backslashes escape. */
  readonly kind: 'word' | 'name' | 'text' | 'escapedText' | 'number' | 'symbol'
  readonly text: string
  /** The index of its end in the SQL. */
  readonly end: number
}

const SPACE = /[ \t\n\r]+/y
const WORD = /[\p{L}_][\p{L}\p{N}\p{M}_$]*/uy
const NUMBER = /0x[0-9a-f]*|\d+(?:\.\d*)?(?:e[+-]?\d+)?/iy
const WORD_CHARACTER = /[\p{L}_]/u
const DOLLAR_TAG = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy
const LINE_END = '\n'

/**
 * Splits SQL into tokens, without comments. Rejects text that databases or their settings parse in
 * more than one way, so that the checked statement is the one that runs.
 */
export function readTokens(sql: string, grammar: Grammar): readonly Token[] {
  refuseControlCharacters(sql)
  const tokens: Token[] = []
  let index = 0
  while (index < sql.length) {
    const end = matchEnd(SPACE, sql, index) ?? commentEnd(sql, index, grammar)
    if (end !== undefined) {
      index = end
      continue
    }
    const token = tokenAt(sql, index, grammar, tokens.at(-1))
    tokens.push(token)
    index = token.end
  }
  return tokens
}

function tokenAt(sql: string, index: number, grammar: Grammar, previous?: Token): Token {
  const first = sql[index]!
  const token = (kind: Token['kind'], end: number): Token => ({
    kind,
    text: sql.slice(index, end),
    end,
  })
  if (first === "'") {
    if (previous?.kind === 'escapedText') {
      throw refusal("Two texts follow each other after E'…': join them with ||.")
    }
    return token('text', quoteEnd(sql, index, "'", grammar.mayEscapeQuotes ? 'refuse' : 'none'))
  }
  const closer = grammar.nameQuotes[first]
  if (closer !== undefined) {
    const escapes = grammar.mayEscapeQuotes && first === '"' ? 'refuse' : 'none'
    return token('name', quoteEnd(sql, index, closer, escapes))
  }
  const dollars = grammar.hasDollarQuotes && matchEnd(DOLLAR_TAG, sql, index)
  if (dollars) return token('text', dollarEnd(sql, index, dollars))
  const wordEnd = matchEnd(WORD, sql, index)
  if (wordEnd !== undefined) {
    const word = sql.slice(index, wordEnd)
    if (grammar.hasDollarQuotes && /^e$/i.test(word) && sql[wordEnd] === "'") {
      return token('escapedText', quoteEnd(sql, wordEnd, "'", 'always'))
    }
    if (/^u$/i.test(word) && /^&["']/.test(sql.slice(wordEnd, wordEnd + 2))) {
      throw refusal('U& escapes are not allowed: write the characters themselves.')
    }
    return token('word', wordEnd)
  }
  const numberEnd = matchEnd(NUMBER, sql, index)
  if (numberEnd !== undefined) {
    if (WORD_CHARACTER.test(sql.slice(numberEnd, numberEnd + 1))) {
      throw refusal(`Write a space after the number ${sql.slice(index, numberEnd)}.`)
    }
    return token('number', numberEnd)
  }
  if (first > '~') {
    const code = sql.codePointAt(index)!.toString(16).toUpperCase().padStart(4, '0')
    throw refusal(`The character U+${code} is allowed in quotes only.`)
  }
  return token('symbol', sql.startsWith(':=', index) ? index + 2 : index + 1)
}

function matchEnd(pattern: RegExp, sql: string, index: number): number | undefined {
  pattern.lastIndex = index
  return pattern.test(sql) ? pattern.lastIndex : undefined
}

type Escapes = 'none' | 'always' | 'refuse'

/** Returns the end of quoted text; a doubled closing quote is one of its characters. */
function quoteEnd(sql: string, start: number, closer: string, escapes: Escapes): number {
  for (let index = start + 1; index < sql.length; index += 1) {
    const character = sql[index]!
    if (character === '\\' && escapes !== 'none') {
      const next = sql[index + 1]
      if (escapes === 'refuse' && (next === "'" || next === '"')) {
        throw refusal(`Write a quote inside a text twice ('') and not with a backslash.`)
      }
      index += 1
    } else if (character === closer) {
      if (sql[index + 1] !== closer) return index + 1
      index += 1
    }
  }
  throw refusal(`The mark ${sql[start]} is not closed.`)
}

function dollarEnd(sql: string, start: number, tagEnd: number): number {
  const tag = sql.slice(start, tagEnd)
  const end = sql.indexOf(tag, tagEnd)
  if (end < 0) throw refusal(`The mark ${tag} is not closed.`)
  return end + tag.length
}

function commentEnd(sql: string, start: number, grammar: Grammar): number | undefined {
  if (sql.startsWith('/*', start)) return blockCommentEnd(sql, start, grammar)
  if (grammar.hashComments && sql[start] === '#') return lineEnd(sql, start)
  if (!sql.startsWith('--', start)) return undefined
  const isComment = !grammar.dashesNeedSpace || /^[ \t\n\r]?$/.test(sql.slice(start + 2, start + 3))
  return isComment ? lineEnd(sql, start) : undefined
}

function lineEnd(sql: string, start: number): number {
  const end = sql.indexOf(LINE_END, start)
  return end < 0 ? sql.length : end
}

function blockCommentEnd(sql: string, start: number, grammar: Grammar): number {
  const active = grammar.activeComments?.find(mark => sql.startsWith(mark, start))
  if (active) throw refusal(`Comments that begin with ${active} are not allowed.`)
  let depth = 0
  for (let index = start; index < sql.length; index += 1) {
    if (sql.startsWith('/*', index) && (depth === 0 || grammar.nestsComments)) {
      depth += 1
      index += 1
    } else if (sql.startsWith('*/', index)) {
      depth -= 1
      index += 1
      if (depth === 0) return index + 1
    }
  }
  throw refusal('A comment is not closed.')
}

/** Databases differ on whether these characters end a line or the whole text. */
function refuseControlCharacters(sql: string): void {
  for (let index = 0; index < sql.length; index += 1) {
    const code = sql.charCodeAt(index)
    if (code >= 32 && code !== 127) continue
    if (code === 9 || code === 10 || (code === 13 && sql[index + 1] === '\n')) continue
    throw refusal('Control characters are not allowed, other than tabs and ends of lines.')
  }
}

const refusal = (sentence: string): UnprocessableError => new UnprocessableError(sentence)
