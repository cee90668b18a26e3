import type { Operator } from '@service/datasource-toolkit'
import {
  type Comparison,
  either,
  leafOf,
  type MaybeTree,
  orMissing,
  readComparison,
  type Searched,
  valueIn,
} from './searched.js'

const operators: Readonly<Record<Comparison, Operator>> = {
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

/** A number, or what is above or below it. */
export function numberCondition(searched: Searched): MaybeTree {
  const [comparison, text] = readComparison(searched)
  const value = valueIn('Number', text)
  if (value === undefined) return undefined
  if (!searched.isNegated) return compared(searched, comparison, value)
  const tree = compared(searched, complements[comparison], value)
  return comparison === '=' || comparison === '!=' ? tree : orMissing(searched, tree)
}

/** `>=` is `>` or `=` where the column has no operator for it. */
function compared(searched: Searched, comparison: Comparison, value: unknown): MaybeTree {
  const operator = operators[comparison]
  const leaf = leafOf(searched, operator, value)
  if (leaf || !operator.endsWith('OrEqual')) return leaf
  const strict = operator === 'LessThanOrEqual' ? 'LessThan' : 'GreaterThan'
  return either(leafOf(searched, strict, value), leafOf(searched, 'Equal', value))
}
