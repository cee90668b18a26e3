import type { ColumnType, ConditionTree, Operator } from '@service/datasource-toolkit'
import { ConditionTreeFactory, parseValue, reachableOperators } from '@service/datasource-toolkit'
import { sourceOperators } from '../plan/path-of.js'
import type { Planning } from '../plan/planning.js'
import { periodDays, startOfDay } from './search-period.js'
import type { SearchedField } from './searched-fields.js'

/** What is looked for. */
export interface SearchedValue {
  readonly text: string
  /** The text means itself: no comparison, no NULL. */
  readonly isQuoted: boolean
  readonly isNegated: boolean
}

interface Searched extends SearchedField, SearchedValue {
  readonly planning: Planning
}

type MaybeTree = ConditionTree | undefined

/**
 * What a value means on a column. Undefined when the column cannot hold it: then no record has it,
 * and every record passes its negation.
 */
export function columnCondition(
  planning: Planning,
  field: SearchedField,
  value: SearchedValue,
): MaybeTree {
  const searched = { ...field, ...value, planning }
  if (value.text === 'NULL' && !value.isQuoted) {
    return leafOf(searched, value.isNegated ? 'Present' : 'Missing')
  }
  return rules[typeKey(field.column.columnType)]?.(searched)
}

function typeKey(columnType: ColumnType): string {
  return typeof columnType === 'string' ? columnType : JSON.stringify(columnType)
}

/** By type. Types that are not here hold nothing that can be searched. */
const rules: Readonly<Record<string, (searched: Searched) => MaybeTree>> = {
  String: searchText,
  Number: searchNumber,
  Uuid: searched => equal(searched, parsed('Uuid', searched.text)),
  Boolean: searched => equal(searched, booleans[searched.text.toLowerCase()]),
  Enum: searched => equal(searched, enumValue(searched)),
  Date: searchPeriod,
  Dateonly: searchPeriod,
  '["String"]': searched => includes(searched, searched.text || undefined),
  '["Number"]': searched => includes(searched, parsed('Number', searched.text)),
  '["Enum"]': searched => includes(searched, enumValue(searched)),
}

const booleans: Readonly<Record<string, boolean>> = {
  true: true,
  '1': true,
  false: false,
  '0': false,
}

const textOperators = [
  ['IContains', 'NotIContains'],
  ['Contains', 'NotContains'],
  ['Equal', 'NotEqual'],
] as const

function searchText(searched: Searched): MaybeTree {
  const { text, column, isNegated } = searched
  // Every text contains the empty one: it is looked for as a whole.
  const pairs = text === '' ? textOperators.slice(2) : textOperators
  const pair = pairs.find(([positive]) => column.filter.has(positive))
  return pair && leafOf(searched, pair[isNegated ? 1 : 0], text)
}

function equal(searched: Searched, value: unknown): MaybeTree {
  if (value === undefined) return undefined
  return leafOf(searched, searched.isNegated ? 'NotEqual' : 'Equal', value)
}

function includes(searched: Searched, value: unknown): MaybeTree {
  if (value === undefined) return undefined
  return leafOf(searched, searched.isNegated ? 'IncludesNone' : 'IncludesAll', [value])
}

type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<='

const signs: Readonly<Record<string, Comparison>> = { '≥': '>=', '≤': '<=', '<>': '!=' }

function readComparison({ text, isQuoted }: SearchedValue): readonly [Comparison, string] {
  const match = isQuoted ? null : /^(>=|<=|<>|!=|[><=≥≤])(.+)$/s.exec(text)
  if (!match) return ['=', text.trim()]
  const sign = match[1] as Comparison
  return [signs[sign] ?? sign, match[2]!.trim()]
}

const numberOperators: Readonly<Record<Comparison, Operator>> = {
  '=': 'Equal',
  '!=': 'NotEqual',
  '>': 'GreaterThan',
  '>=': 'GreaterThanOrEqual',
  '<': 'LessThan',
  '<=': 'LessThanOrEqual',
}

const complements: Readonly<Record<Comparison, Comparison>> = {
  '=': '!=',
  '!=': '=',
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
}

function searchNumber(searched: Searched): MaybeTree {
  const [comparison, text] = readComparison(searched)
  const value = parsed('Number', text)
  if (value === undefined) return undefined
  if (!searched.isNegated) return compared(searched, comparison, value)
  const complement = complements[comparison]
  const tree = compared(searched, complement, value)
  return comparison === '=' || comparison === '!=' ? tree : orMissing(searched, tree)
}

/** `>=` is `>` or `=` where the column has no operator for it. */
function compared(searched: Searched, comparison: Comparison, value: unknown): MaybeTree {
  const operator = numberOperators[comparison]
  const leaf = leafOf(searched, operator, value)
  if (leaf || !operator.endsWith('OrEqual')) return leaf
  const parts = [
    leafOf(searched, operator.replace('OrEqual', '') as Operator, value),
    leafOf(searched, 'Equal', value),
  ]
  return parts.includes(undefined) ? undefined : ConditionTreeFactory.union(parts)
}

/** The period itself, or what is before or after it, in the calendar of the caller. */
function searchPeriod(searched: Searched): MaybeTree {
  const [comparison, text] = readComparison(searched)
  const { planning, column, isNegated } = searched
  const days = periodDays(text, planning.call)
  if (!days) return undefined
  const isInstant = column.columnType === 'Date'
  if (isInstant) planning.isCacheable = false
  const [start, end] = isInstant ? days.map(day => startOfDay(day, planning.call)) : days
  const from = comparison === '>' ? end : comparison.startsWith('<') ? undefined : start
  const to = comparison === '<' ? start : comparison.startsWith('>') ? undefined : end
  const isOutside = isNegated !== (comparison === '!=')
  const bounds = isOutside
    ? [from && before(searched, from), to && atLeast(searched, to)]
    : [from && atLeast(searched, from), to && before(searched, to)]
  const known = bounds.filter(bound => bound !== undefined)
  if (known.length !== [from, to].filter(Boolean).length) return undefined
  return isOutside
    ? orMissing(searched, ConditionTreeFactory.union(known as ConditionTree[]))
    : ConditionTreeFactory.intersect(known as ConditionTree[])
}

function before(searched: Searched, value: string): MaybeTree {
  return leafOf(searched, 'Before', value)
}

/** One comparison where the source has it; filters of clients know no such operator on dates. */
function atLeast(searched: Searched, value: string): MaybeTree {
  const { path, owner, column } = searched
  const rule = column.filter.get('After')?.kind
  const isReplaced = rule === 'emulated' || rule === 'replaced'
  const reachable = reachableOperators(column.columnType, sourceOperators(owner, column))
  if (!isReplaced && reachable.has('GreaterThanOrEqual')) {
    return { field: path, operator: 'GreaterThanOrEqual', value }
  }
  const parts = [leafOf(searched, 'After', value), leafOf(searched, 'Equal', value)]
  return parts.includes(undefined) ? undefined : ConditionTreeFactory.union(parts)
}

/** Undefined when the column does not have the operator. */
function leafOf({ path, column }: SearchedField, operator: Operator, value?: unknown): MaybeTree {
  if (!column.filter.has(operator)) return undefined
  return value === undefined ? { field: path, operator } : { field: path, operator, value }
}

function orMissing(searched: Searched, tree: MaybeTree): MaybeTree {
  return tree && ConditionTreeFactory.union([tree, ...[leafOf(searched, 'Missing') ?? []].flat()])
}

/** Undefined when the text is not a value of the type. */
function parsed(type: 'Number' | 'Uuid', text: string): unknown {
  const trimmed = text.trim()
  if (type === 'Number' && !/^[+-]?(\d+\.?\d*|\.\d+)$/.test(trimmed)) return undefined
  try {
    return parseValue(type, trimmed)
  } catch {
    return undefined
  }
}

function enumValue({ column, text }: Searched): string | undefined {
  const wanted = text.trim().toLowerCase()
  return column.enumValues?.find(value => value.toLowerCase() === wanted)
}
