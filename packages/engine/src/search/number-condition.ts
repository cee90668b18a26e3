import type { Operator } from '@service/datasource-toolkit'
import {
  buildLeaf,
  type Comparison,
  type MaybeTree,
  orMissing,
  readComparison,
  type Searched,
  unionConditions,
  valueIn,
  withNegation,
} from './searched.js'

const operators: Readonly<Record<Comparison, Operator>> = {
  '=': 'Equal',
  '!=': 'NotEqual',
  '>': 'GreaterThan',
  '>=': 'GreaterThanOrEqual',
  '<': 'LessThan',
  '<=': 'LessThanOrEqual',
}

const complements: Readonly<Record<Exclude<Comparison, '!='>, Comparison>> = {
  '=': '!=',
  '>': '<=',
  '>=': '<',
  '<': '>=',
  '<=': '>',
}

/** Searches a number, or the numbers above or below it. */
export function numberCondition(searched: Searched): MaybeTree {
  const [comparison, text] = readComparison(searched)
  const value = valueIn('Number', text)
  if (value === undefined) return undefined
  const base = comparison === '!=' ? '=' : comparison
  const condition = compared(searched, base, value)
  if (searched.isNegated === (comparison === '!=')) return condition
  const opposite = withNegation(searched, condition)
  const tree = compared(opposite, complements[base], value)
  return base === '=' ? tree : orMissing(opposite, tree)
}

/** `>=` is `>` or `=` where the column has no operator for it. */
function compared(searched: Searched, comparison: Comparison, value: unknown): MaybeTree {
  const operator = operators[comparison]
  const isSingle = searched.column.filter.has(operator) || !operator.endsWith('OrEqual')
  if (isSingle) return buildLeaf(searched, operator, value)
  const strict = operator === 'LessThanOrEqual' ? 'LessThan' : 'GreaterThan'
  return unionConditions(buildLeaf(searched, strict, value), buildLeaf(searched, 'Equal', value))
}
