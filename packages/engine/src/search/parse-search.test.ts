import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { parseSearch, type SearchNode } from './parse-search.js'

vi.setConfig({ testTimeout: 60_000 })

/** Formats a node as search text. */
function print(node: SearchNode): string {
  if (node.kind === 'literal') return node.text
  if (node.kind === 'or') return node.parts.map(print).join(' OR ')
  if (node.kind === 'and') {
    return node.parts.map(part => (part.kind === 'or' ? `(${print(part)})` : print(part))).join(' ')
  }
  const sign = node.isNegated ? '-' : ''
  if (!node.isQuoted) return sign + node.parts.join(':')
  const value = node.parts.at(-1)!
  const quote = value.includes('"') ? "'" : '"'
  return sign + [...node.parts.slice(0, -1), quote + value + quote].join(':')
}

/** Formats the tree with its structure in brackets: words, `-not`, `=phrase=`, `<literal>`. */
function show(node: SearchNode): string {
  if (node.kind === 'literal') return `<${node.text}>`
  if (node.kind !== 'term')
    return `[${node.parts.map(show).join(node.kind === 'and' ? ' & ' : ' | ')}]`
  const text = node.parts.join('~')
  return (node.isNegated ? '-' : '') + (node.isQuoted ? `=${text}=` : text)
}

const shown = (text: string) => show(parseSearch(text))

describe('parseSearch', () => {
  it.each([
    ['a', 'a'],
    ['  a  ', 'a'],
    ['a b', '[a & b]'],
    ['a AND b', '[a & b]'],
    ['a and b', '[a & and & b]'],
    ['a OR b', '[a | b]'],
    ['a OR b c', '[a | [b & c]]'],
    ['a b OR c AND d', '[[a & b] | [c & d]]'],
    ['(a OR b) c', '[[a | b] & c]'],
    ['a AND (b c) AND d', '[a & b & c & d]'],
    ['((a OR b))', '[a | b]'],
    ['"a b"', '=a b='],
    ["'a b'", '=a b='],
    [`'say "hi"'`, '=say "hi"='],
    ['""', '=='],
    ['-a', '-a'],
    ['-"a b"', '-=a b='],
    ['-f:a', '-f~a'],
    ['-5', '-5'],
    ['-5.25', '-5.25'],
    ['-5a', '-5a'],
    ['--5', '--5'],
    ['-', '-'],
    ['f:v', 'f~v'],
    ['f:"v w"', '=f~v w='],
    ['a.b:c:d', 'a.b~c~d'],
    ['url:https://x', 'url~https~//x'],
    ['f:>=5', 'f~>=5'],
    ['f:', 'f:'],
    [':v', ':v'],
    ['a::b', 'a::b'],
    ["it's", "it's"],
    ["'90s music", "['90s & music]"],
    ['5\'10" tall', '[5\'10" & tall]'],
    ['"a"b', '"a"b'],
    ['f(x) y', '[f(x) & y]'],
  ])("reads '%s' as %s", (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  it.each([
    ['(a)', '<(a)>'],
    ['((a))', '<((a))>'],
    ['(555) 123', '[<(555)> & 123]'],
    ['a OR', '<a OR>'],
    ['OR', '<OR>'],
    ['a AND OR b', '<a AND OR b>'],
    ['(a OR b', '<(a OR b>'],
    ['a OR b)', '<a OR b)>'],
    ['hello :)', '<hello :)>'],
    ['()', '<()>'],
    ['-(a OR b)', '<-(a OR b)>'],
    ['(a OR b)c', '<(a OR b)c>'],
    ['', '<>'],
  ])("takes '%s' as text: %s", (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  it('takes a text of too many words, or nested too deeply, as text', () => {
    expect(parseSearch('a '.repeat(50)).kind).toBe('and')
    expect(parseSearch('a '.repeat(51)).kind).toBe('literal')
    expect(parseSearch(`${'('.repeat(20)}a OR b${')'.repeat(20)}`).kind).toBe('or')
    expect(parseSearch(`${'('.repeat(100_000)}a OR b`).kind).toBe('literal')
    expect(parseSearch('a:'.repeat(100_000)).kind).toBe('term')
  })

  const fragment = fc.oneof(
    fc.constantFrom(
      'a',
      'b:c',
      'AND',
      'OR',
      '(',
      ')',
      '"',
      "'",
      '-',
      ':',
      ' ',
      ' ',
      '\t',
      '-5',
      '>=',
      'NULL',
    ),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
  )
  const sentence = fc.array(fragment, { maxLength: 14 }).map(parts => parts.join(''))

  it('never fails, and printing what it read gives the same tree', () => {
    fc.assert(
      fc.property(fc.oneof(sentence, fc.string({ unit: 'binary' })), text => {
        const read = parseSearch(text)
        expect(parseSearch(print(read))).toEqual(read)
      }),
      { numRuns: 2000 },
    )
  })
})
