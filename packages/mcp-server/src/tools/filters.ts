import type { FilterTree } from '@service/agent-client'
import { type Operator, operators } from '@service/datasource-toolkit'
import { InvalidArgumentsError } from './errors.js'

/** The depth that the agent accepts. */
const deepest = 100

const aggregators = ['And', 'Or'] as const
const bySpelling = new Map(operators.map(operator => [bare(operator), operator]))

/** The operator of this name, in any spelling: `GreaterThan`, `greater_than`. */
export function findOperator(name: string): Operator | undefined {
  return bySpelling.get(bare(name))
}

/** Parses a condition tree; the agent checks fields and values. */
export function readFilters(tree: unknown, place = 'filters', depth = 0): FilterTree {
  if (depth > deepest) throw new InvalidArgumentsError(`Filters nest at most ${deepest} levels.`)
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) {
    throw new InvalidArgumentsError(
      `'${place}' must be like {"field":"status","operator":"Equal","value":"paid"} or {"aggregator":"And","conditions":[]}.`,
    )
  }
  const plain = tree as Readonly<Record<string, unknown>>
  return 'aggregator' in plain || 'conditions' in plain
    ? readBranch(plain, place, depth)
    : readLeaf(plain, place)
}

function readBranch(
  { aggregator, conditions }: Readonly<Record<string, unknown>>,
  place: string,
  depth: number,
): FilterTree {
  const known = aggregators.find(name => bare(name) === bare(String(aggregator)))
  if (!known) throw new InvalidArgumentsError(`'${place}.aggregator' must be "And" or "Or".`)
  if (!Array.isArray(conditions)) {
    throw new InvalidArgumentsError(`'${place}.conditions' must be a list of conditions.`)
  }
  return {
    aggregator: known,
    conditions: conditions.map((condition, index) =>
      readFilters(condition, `${place}.conditions.${index}`, depth + 1),
    ),
  }
}

function readLeaf(leaf: Readonly<Record<string, unknown>>, place: string): FilterTree {
  const { field, operator, value } = leaf
  if (typeof field !== 'string' || typeof operator !== 'string') {
    throw new InvalidArgumentsError(`'${place}' needs a 'field' and an 'operator', both texts.`)
  }
  const known = findOperator(operator)
  if (!known) {
    const all = operators.join(', ')
    throw new InvalidArgumentsError(`'${place}.operator' is '${operator}'. There are: ${all}.`)
  }
  return { field, operator: known, ...(value !== undefined && { value }) }
}

function bare(name: string): string {
  return name.replaceAll('_', '').toLowerCase()
}
