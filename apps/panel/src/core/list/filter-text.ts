import { toSnakeCase } from '@service/base'
import { type FilterTree, isBranch, isUnreadable } from './filter-tree.js'
import { findEnd, readName, readQuoted, skipItem, writeName } from './name-text.js'

/**
 * Writes a filter as text, for addresses and for people.
 *
 * @example
 * formatFilter({ field: 'status', operator: 'in', value: ['paid', 'shipped'] }) // 'status.in.(paid,shipped)'
 */
export function formatFilter(tree: FilterTree): string {
  if (isUnreadable(tree)) return tree.unreadable
  if (isBranch(tree)) return `${tree.aggregator}(${tree.conditions.map(formatFilter).join(',')})`
  const start = `${writeName(tree.field)}.${tree.operator}`
  return tree.value === undefined ? start : `${start}.${formatValue(tree.value)}`
}

/** Texts are written without quotes where reading them returns the same text. */
function formatValue(value: unknown): string {
  if (typeof value === 'string') return isPlain(value) ? value : JSON.stringify(value)
  if (Array.isArray(value)) return `(${value.map(item => formatValue(item ?? null)).join(',')})`
  if (value === null || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  return `${jsonMark}${JSON.stringify(JSON.stringify(value) ?? 'null')}`
}

/** Comes before the JSON of a value that is neither text, number, boolean, null nor a list. */
const jsonMark = 'json'

function isPlain(text: string): boolean {
  return !/["(),]|^\s|\s$|^$|\p{Cc}|\p{Surrogate}/u.test(text) && readBare(text) === text
}

/**
 * Reads a filter from its text; undefined for an empty one. What cannot be read becomes an
 * unreadable part.
 *
 * @example
 * parseFilter('and(status.in.(paid,shipped),customer:city.i_contains.Lyon)')
 */
export function parseFilter(text: string): FilterTree | undefined {
  if (text.trim() === '') return undefined
  const parsed = readTree(text, 0, 0)
  const isWhole = parsed && text.slice(parsed.end).trim() === ''
  return isWhole ? parsed.value : { unreadable: text.trim() }
}

interface Parsed<T> {
  readonly value: T
  readonly end: number
}

/** Deeper filters are refused by agents. */
const deepest = 100

function readTree(text: string, start: number, depth: number): Parsed<FilterTree> | undefined {
  const index = skipSpaces(text, start)
  const branch = /^(and|or)\(/.exec(text.slice(index, index + 4))
  if (!branch) return readLeaf(text, index)
  if (depth >= deepest) return undefined
  const conditions = readItems(text, index + branch[0].length, each =>
    readItem(text, each, depth + 1),
  )
  return (
    conditions && {
      value: { aggregator: branch[1] as 'and' | 'or', conditions: conditions.value },
      end: conditions.end,
    }
  )
}

/** Reads one condition of a branch; one that cannot be read does not spoil the others. */
function readItem(text: string, start: number, depth: number): Parsed<FilterTree> {
  const end = skipItem(text, start)
  const item = readTree(text, start, depth)
  const isWhole = item && text.slice(item.end, end).trim() === '' && item.end <= end
  return isWhole
    ? { value: item.value, end }
    : { value: { unreadable: text.slice(start, end).trim() }, end }
}

/** Reads items separated by commas up to a closing bracket. */
function readItems<T>(
  text: string,
  start: number,
  readOne: (index: number) => Parsed<T> | undefined,
): Parsed<T[]> | undefined {
  const items: T[] = []
  let index = skipSpaces(text, start)
  if (text[index] === ')') return { value: items, end: index + 1 }
  for (;;) {
    const item = readOne(index)
    if (!item) return undefined
    items.push(item.value)
    index = skipSpaces(text, item.end)
    if (text[index] === ')') return { value: items, end: index + 1 }
    if (text[index] !== ',') return undefined
    index++
  }
}

function readLeaf(text: string, index: number): Parsed<FilterTree> | undefined {
  const field = readName(text, index)
  if (!field || text[field.end] !== '.') return undefined
  const start = field.end + 1
  const end = findEnd(text, start, /[^\w]/)
  if (end === start) return undefined
  const leaf = { field: field.value, operator: toSnakeCase(text.slice(start, end)) }
  if (text[end] !== '.') return { value: leaf, end: skipSpaces(text, end) }
  const value = readValue(text, end + 1, 0)
  return value && { value: { ...leaf, value: value.value }, end: value.end }
}

function readValue(text: string, start: number, depth: number): Parsed<unknown> | undefined {
  const index = skipSpaces(text, start)
  if (text[index] === '(') {
    if (depth >= deepest) return undefined
    return readItems(text, index + 1, each => readValue(text, each, depth + 1))
  }
  if (text[index] === '"') return readQuoted(text, index)
  if (text.startsWith(`${jsonMark}"`, index)) return readJson(text, index + jsonMark.length)
  const end = findEnd(text, index, /["(),]/)
  if (text[end] === '"' || text[end] === '(') return undefined
  return { value: readBare(text.slice(index, end).trim()), end }
}

function readJson(text: string, index: number): Parsed<unknown> | undefined {
  const json = readQuoted(text, index)
  if (!json) return undefined
  try {
    return { value: JSON.parse(json.value), end: json.end }
  } catch {
    return undefined
  }
}

const words: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['null', null],
  ['true', true],
  ['false', false],
])

/** Numbers that a double cannot hold stay texts; agents read them as numbers. */
function readBare(text: string): unknown {
  if (words.has(text)) return words.get(text)
  const isNumber = /^-?\d/.test(text) && String(Number(text)) === text
  return isNumber ? Number(text) : text
}

function skipSpaces(text: string, index: number): number {
  return findEnd(text, index, /\S/)
}
