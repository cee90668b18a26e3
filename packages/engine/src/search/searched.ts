import type { ConditionTree, Leaf, Operator } from '@service/datasource-toolkit'
import { ConditionTreeFactory, parseValue } from '@service/datasource-toolkit'
import type { Planning } from '../plan/planning.js'
import type { SearchedField } from './searched-fields.js'

/** A searched value. */
export interface SearchedValue {
  readonly text: string
  /** True when the text is literal: no comparison, no NULL. */
  readonly isQuoted: boolean
  readonly isNegated: boolean
}

/** A value searched in a column. */
export interface Searched extends SearchedField, SearchedValue {
  readonly planning: Planning
  /** True when memory evaluates operators that the column does not have. */
  readonly isEmulated: boolean
}

export type MaybeTree = ConditionTree | undefined

const emulated = new WeakSet<Leaf>()

/** Whether a search created the leaf for a column that does not have its operator. */
export function isEmulatedLeaf(leaf: Leaf): boolean {
  return emulated.has(leaf)
}

/** Undefined when the column does not have the operator, and memory does not evaluate it. */
export function buildLeaf(
  { path, column, isEmulated }: Searched,
  operator: Operator,
  value?: unknown,
): MaybeTree {
  const leaf = value === undefined ? { field: path, operator } : { field: path, operator, value }
  if (column.filter.has(operator)) return leaf
  if (!isEmulated) return undefined
  emulated.add(leaf)
  return leaf
}

/** Returns a condition or, negated, its opposite. */
export function signedLeaf(
  searched: Searched,
  [positive, negative]: readonly [Operator, Operator],
  value?: unknown,
): MaybeTree {
  const condition = buildLeaf(searched, positive, value)
  return searched.isNegated
    ? buildLeaf(withNegation(searched, condition), negative, value)
    : condition
}

/** The opposite of an available condition is exact, whatever operators the column has. */
export function withNegation(searched: Searched, condition: MaybeTree): Searched {
  return { ...searched, isEmulated: condition !== undefined }
}

/** Combines the conditions with OR; undefined when one of them is not available. */
export function unionConditions(first: MaybeTree, second: MaybeTree): MaybeTree {
  return first && second && ConditionTreeFactory.union([first, second])
}

/** A comparison is false for null, so its negation is true. */
export function orMissing(searched: Searched, tree: MaybeTree): MaybeTree {
  return unionConditions(tree, buildLeaf(searched, 'Missing')) ?? tree
}

export type Comparison = '=' | '!=' | '>' | '>=' | '<' | '<='

const signs: Readonly<Record<string, Comparison>> = { '≥': '>=', '≤': '<=', '<>': '!=' }

/** Parses the comparison a text begins with, and what follows it. */
export function readComparison({
  text,
  isQuoted,
}: SearchedValue): readonly [comparison: Comparison, text: string] {
  const match = isQuoted ? null : /^(>=|<=|<>|!=|[><=≥≤])(.+)$/s.exec(text)
  if (!match) return ['=', text.trim()]
  const sign = match[1] as Comparison
  return [signs[sign] ?? sign, match[2]!.trim()]
}

/** Undefined when the text is not a value of the type. */
export function valueIn(type: 'Number' | 'Uuid', text: string): unknown {
  const trimmed = text.trim()
  if (type === 'Number' && !/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/.test(trimmed)) return undefined
  try {
    return parseValue(type, trimmed)
  } catch {
    return undefined
  }
}
