import { UnprocessableError } from '@service/base'
import type { DialectName } from '../database.js'
import { type Grammar, grammars } from './grammars.js'
import { readTokens, type Token } from './tokens.js'

/**
 * Returns the single statement of a live query, without anything after it. Rejects what does more
 * than read. The query also runs in a read-only transaction where the database has them; this check
 * covers what such a transaction allows and what could end it.
 */
export function readingStatement(dialect: DialectName, sql: string): string {
  const grammar = grammars[dialect]
  const all = readTokens(sql, grammar)
  const tokens = all.slice(0, all.findLastIndex(({ text }) => text !== ';') + 1)
  if (tokens.some(({ kind, text }) => kind === 'symbol' && text === ';')) {
    throw new UnprocessableError('The query must be one statement: remove the semicolon.')
  }
  const first = tokens.find(token => token.text !== '(')
  if (!first) throw new UnprocessableError('The query is empty.')
  if (first.kind !== 'word' || !/^(?:select|with)$/i.test(first.text)) {
    throw new UnprocessableError('The query must begin with SELECT or WITH.')
  }
  tokens.forEach((_, index) => {
    if (isMember(tokens, index) && tokens[index + 1]?.text !== '(') return
    const refused = findRefusal(grammar, tokens.slice(index, index + 3))
    if (refused) throw new UnprocessableError(refused)
  })
  return sql.slice(0, tokens.at(-1)?.end)
}

/** Whether a word follows a name and a dot, as in `p.update`, and so cannot begin a statement. */
function isMember(tokens: readonly Token[], index: number): boolean {
  const [owner, dot] = [tokens[index - 2], tokens[index - 1]]
  return dot?.text === '.' && (owner?.kind === 'word' || owner?.kind === 'name')
}

/** Returns why the first of these tokens is rejected, given those that follow it. */
function findRefusal(grammar: Grammar, following: readonly Token[]): string | undefined {
  const [{ kind, text }, next] = following as readonly [Token, Token | undefined]
  const name = normalizeName(following[0]!)
  if (next?.text === '(' && grammar.refusedFunctions.test(name)) {
    return `The function ${name} is not allowed in a query.`
  }
  if (kind === 'symbol' && grammar.refusedSymbols?.test(text)) return mayOnlyRead(text)
  if (kind !== 'word' || (next?.text === '(' && grammar.functionWords?.has(name))) return undefined
  if (grammar.refusedWords.has(name)) return mayOnlyRead(name)
  const words = `${following.map(normalizeName).join(' ')} `
  const phrase = grammar.refusedPhrases.find(each => words.startsWith(`${each} `))
  return phrase && mayOnlyRead(phrase)
}

const mayOnlyRead = (found: string): string =>
  `The query may only read: it contains ${found}. Put it in quotes if it is a name.`

/** Removes quotes and normalizes letters that have several forms. */
function normalizeName({ kind, text }: Token): string {
  const name = kind === 'name' ? text.slice(1, -1) : text
  return name.normalize('NFKC').toLowerCase()
}
