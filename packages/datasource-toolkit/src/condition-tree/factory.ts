import { knownNames, show, ValidationError } from '@service/base'
import { type Operator, operators } from '../operators.js'
import type { Aggregator, ConditionTree } from '../query.js'
import { ConditionTreeBranch } from './branch.js'
import { ConditionTreeLeaf } from './leaf.js'
import { isLeaf, isMatchNone } from './transforms.js'

type MaybeTree = ConditionTree | null | undefined

const matchNone: ConditionTree = Object.freeze(new ConditionTreeBranch('Or', []))
const knownOperators: ReadonlySet<string> = new Set(operators)
const deepest = 100

/**
 * Builds condition trees.
 *
 * @example
 * const tree = ConditionTreeFactory.intersect([
 *   ConditionTreeFactory.fromPlainObject({ field: 'status', operator: 'equal', value: 'paid' }),
 *   ConditionTreeFactory.matchIds(['id'], [[1], [2]]),
 * ])
 */
export const ConditionTreeFactory = {
  matchNone,
  fromPlainObject,
  intersect,
  union,
  matchIds,
} as const

/**
 * Parses the JSON of a filter; undefined (every row matches) when it is absent or an `and` without
 * conditions.
 */
function fromPlainObject(json: unknown): ConditionTree | undefined {
  if (json === null || json === undefined) return undefined
  return parseTree(json, 0)
}

function parseTree(json: unknown, depth: number): ConditionTree | undefined {
  if (depth > deepest) throw new ValidationError(`A filter nests at most ${deepest} levels.`)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new ValidationError(
      `A filter is {field, operator, value} or {aggregator, conditions}, not ${show(json)}.`,
    )
  }
  const plain = json as Record<string, unknown>
  if ('aggregator' in plain || 'conditions' in plain) return parseBranch(plain, depth)
  return parseLeaf(plain)
}

function parseBranch(plain: Record<string, unknown>, depth: number): ConditionTree | undefined {
  const aggregator = pascalCase(plain.aggregator)
  if (aggregator !== 'And' && aggregator !== 'Or') {
    throw new ValidationError(
      `Unknown aggregator ${show(plain.aggregator)} in a filter. Known: and, or.`,
    )
  }
  if (!Array.isArray(plain.conditions)) {
    throw new ValidationError(
      `'conditions' of a filter must be a list, not ${show(plain.conditions)}.`,
    )
  }
  const trees = plain.conditions.map(condition => parseTree(condition, depth + 1))
  if (trees.length === 1) return trees[0]
  if (aggregator === 'And') return intersect(trees)
  return trees.includes(undefined) ? undefined : union(trees)
}

function parseLeaf(plain: Record<string, unknown>): ConditionTree {
  if (typeof plain.field !== 'string' || plain.field === '') {
    throw new ValidationError(`'field' of a filter must be text, not ${show(plain.field)}.`)
  }
  const operator = pascalCase(plain.operator)
  if (!knownOperators.has(operator)) {
    throw new ValidationError(
      `Unknown operator ${show(plain.operator)} in the filter on '${plain.field}'. Known: ${knownNames(operator, operators, operators.length)}`,
    )
  }
  return new ConditionTreeLeaf(plain.field, operator as Operator, plain.value)
}

/** Matches rows that match all the trees; undefined ones are ignored. */
function intersect(trees: readonly MaybeTree[]): ConditionTree | undefined {
  const parts = flatten('And', trees)
  if (parts.some(isMatchNone)) return matchNone
  return parts.length < 2 ? parts[0] : new ConditionTreeBranch('And', parts)
}

/** Matches rows that match at least one of the trees; undefined ones are ignored. */
function union(trees: readonly MaybeTree[]): ConditionTree | undefined {
  if (trees.length === 1) return trees[0] ?? undefined
  const parts = flatten('Or', trees)
  if (parts.some(isEmptyAnd)) return undefined
  if (parts.length === 0) return matchNone
  return parts.length === 1 ? parts[0] : new ConditionTreeBranch('Or', parts)
}

/** Matches rows with one of the primary keys; each id lists the values of the key columns. */
function matchIds(
  primaryKey: readonly string[],
  ids: readonly (readonly unknown[])[],
): ConditionTree {
  if (primaryKey.length === 0) {
    throw new ValidationError('The collection has no primary key: its records have no id.')
  }
  const [first, ...rest] = primaryKey as [string, ...string[]]
  const byValue = new Map<unknown, unknown[][]>()
  for (const [value, ...others] of ids) {
    byValue.set(value, [...(byValue.get(value) ?? []), others])
  }
  if (rest.length === 0) return matchValues(first, [...byValue.keys()])
  const branches = [...byValue].map(([value, others]) =>
    intersect([matchValues(first, [value]), matchIds(rest, others)]),
  )
  return union(branches) ?? matchNone
}

function matchValues(field: string, values: readonly unknown[]): ConditionTree {
  if (values.length === 0) return matchNone
  if (values.length === 1) return new ConditionTreeLeaf(field, 'Equal', values[0])
  // Databases cannot compare composite keys with a list of lists.
  if (values.some(value => Array.isArray(value))) {
    return union(values.map(value => matchValues(field, [value]))) ?? matchNone
  }
  return new ConditionTreeLeaf(field, 'In', values)
}

function flatten(aggregator: Aggregator, trees: readonly MaybeTree[]): ConditionTree[] {
  return trees.flatMap(tree => {
    if (!tree) return []
    if (isLeaf(tree) || tree.aggregator !== aggregator) return [tree]
    return flatten(aggregator, tree.conditions)
  })
}

function isEmptyAnd(tree: ConditionTree): boolean {
  return !isLeaf(tree) && tree.aggregator === 'And' && tree.conditions.length === 0
}

/** Accepts `greater_than`, `greaterThan` and `GreaterThan` as the same name. */
function pascalCase(name: unknown): string {
  if (typeof name !== 'string') return ''
  return name
    .replace(/^[a-z]/, letter => letter.toUpperCase())
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
