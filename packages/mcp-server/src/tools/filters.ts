import type { FilterTree } from '@service/agent-client'
import { type Operator, operators } from '@service/datasource-toolkit'
import { InvalidArgumentsError } from './errors.js'

/** The depth that the agent accepts. */
const deepest = 100

const aggregators = ['And', 'Or'] as const
const bySpelling = new Map(operators.map(operator => [normalizeName(operator), operator]))

/** The operator of this name, in any spelling: `GreaterThan`, `greater_than`. */
export function findOperator(name: string): Operator | undefined {
  return bySpelling.get(normalizeName(name))
}

/** Parses a condition tree; the agent checks fields and values. */
export function readFilters(tree: unknown, location = 'filters', depth = 0): FilterTree {
  if (depth > deepest) throw new InvalidArgumentsError(`Filters nest at most ${deepest} levels.`)
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) {
    throw new InvalidArgumentsError(
      `'${location}' must be like {"field":"status","operator":"Equal","value":"paid"} or {"aggregator":"And","conditions":[]}.`,
    )
  }
  const plain = tree as Readonly<Record<string, unknown>>
  return 'aggregator' in plain || 'conditions' in plain
    ? readBranch(plain, location, depth)
    : readLeaf(plain, location)
}

function readBranch(
  { aggregator, conditions }: Readonly<Record<string, unknown>>,
  location: string,
  depth: number,
): FilterTree {
  const known = aggregators.find(name => normalizeName(name) === normalizeName(String(aggregator)))
  if (!known) throw new InvalidArgumentsError(`'${location}.aggregator' must be "And" or "Or".`)
  if (!Array.isArray(conditions)) {
    throw new InvalidArgumentsError(`'${location}.conditions' must be a list of conditions.`)
  }
  return {
    aggregator: known,
    conditions: conditions.map((condition, index) =>
      readFilters(condition, `${location}.conditions.${index}`, depth + 1),
    ),
  }
}

function readLeaf(leaf: Readonly<Record<string, unknown>>, location: string): FilterTree {
  const { field, operator, value } = leaf
  if (typeof field !== 'string' || typeof operator !== 'string') {
    throw new InvalidArgumentsError(`'${location}' needs a 'field' and an 'operator', both texts.`)
  }
  const known = findOperator(operator)
  if (!known) {
    const all = operators.join(', ')
    throw new InvalidArgumentsError(`'${location}.operator' is '${operator}'. There are: ${all}.`)
  }
  return { field, operator: known, ...(value !== undefined && { value }) }
}

function normalizeName(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}
