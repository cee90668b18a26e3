import type { Operator } from '../operators.js'
import type { ConditionTree, Leaf } from '../query.js'
import { bytes } from '../values/bytes.js'
import { isLeaf } from './transforms.js'

const symbols: Partial<Record<Operator, string>> = {
  Equal: '=',
  NotEqual: '!=',
  LessThan: '<',
  GreaterThan: '>',
  LessThanOrEqual: '<=',
  GreaterThanOrEqual: '>=',
}

/**
 * Formats a tree as readable text, for plans and tests.
 *
 * @example
 * printTree(new ConditionTreeLeaf('status', 'Equal', 'paid')) // "status = 'paid'"
 */
export function printTree(tree: ConditionTree | undefined): string {
  if (!tree) return 'everything'
  if (isLeaf(tree)) return printLeaf(tree)
  if (tree.conditions.length === 0) return tree.aggregator === 'And' ? 'everything' : 'nothing'
  const parts = tree.conditions.map(condition =>
    isLeaf(condition) ? printLeaf(condition) : `(${printTree(condition)})`,
  )
  return parts.join(tree.aggregator === 'And' ? ' and ' : ' or ')
}

function printLeaf({ field, operator, value }: Leaf): string {
  const words = symbols[operator] ?? formatOperator(operator)
  return value === undefined ? `${field} ${words}` : `${field} ${words} ${printValue(value)}`
}

/** `GreaterThan` → `greater than`, `IContains` → `i contains`. */
function formatOperator(operator: Operator): string {
  return operator.replace(/(?<=.)([A-Z])/g, ' $1').toLowerCase()
}

function printValue(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`
  if (value instanceof Uint8Array) return `x'${bytes.formatHex(value)}'`
  if (value instanceof RegExp) return String(value)
  return JSON.stringify(value) ?? String(value)
}
