import { PLAN_EACH_TIME } from '../../store/prepare-statements.js'
import type { Cursor } from './cursor.js'
import type { Filter, Filters, Listing, ListQuery, ListSelection, Owner } from './listing.js'

/** Where reading starts. Without a position: at the first or last row, by order. */
export type Start = Pick<Cursor, 'order'> & Partial<Cursor>

export interface ListStatement {
  readonly text: string
  readonly values: unknown[]
}

/** A parameter with its filter and its number in the statement. */
interface Given {
  readonly filter: Filter
  readonly parameter: string
}

/** Compiles the statement that reads the matching rows, from the start. */
export function listStatement(
  listing: Pick<Listing<never, unknown>, 'filters' | 'statement'>,
  owner: Owner,
  query: ListQuery,
  { order, position }: Start,
  limit: number,
): ListStatement {
  const values: unknown[] = [owner.id]
  const names: string[] = []
  for (const name in listing.filters) {
    const given = query[name]
    if (given === undefined) continue
    names.push(name)
    values.push(typeof given === 'object' ? given.value : given)
  }
  if (position !== undefined) values.push(position)
  const has = (name: string) => names.includes(name)
  const buildSelection = (others: Filters = {}): ListSelection => {
    const given = names.map((name, index) => ({
      filter: (others[name] ?? listing.filters[name]) as Filter,
      parameter: `$${index + 2}`,
    }))
    if (position !== undefined) {
      const filter = { column: 'created_at', operator: order === 'asc' ? '>' : '<' }
      given.push({ filter, parameter: `$${values.length}` })
    }
    const isSelective = given.some(({ filter }) => filter.isSelective)
    const leading = isSelective ? undefined : given.find(({ filter }) => filter.isIndexed)
    return {
      conditions: leading ? selectFromIndex(leading, given) : given.map(compileCondition).join(''),
      orderBy: `${leading ? `${leading.filter.column} ${order}, ` : ''}created_at ${order}`,
      order,
      limit,
      has,
    }
  }
  const text = listing.statement(buildSelection)
  const isSparse = names.some(name => listing.filters[name]?.isSparse)
  return { text: isSparse ? PLAN_EACH_TIME + text : text, values }
}

function compileCondition({ filter, parameter }: Given): string {
  const { column, operator, value, extraCondition } = filter
  const condition = ` and ${column} ${operator} ${value ? value(parameter) : parameter}`
  return extraCondition ? `${condition} and ${extraCondition(parameter)}` : condition
}

/**
 * Reads from the index of the leading filter: both bounds and the order are in that index. With an equality
 * instead, PostgreSQL could scan all rows by time and discard those that do not match.
 */
function selectFromIndex(leading: Given, all: readonly Given[]): string {
  const { column, value = same, extraCondition } = leading.filter
  const key = value(leading.parameter)
  let conditions = extraCondition ? ` and ${extraCondition(leading.parameter)}` : ''
  let [hasLower, hasUpper] = [false, false]
  for (const given of all) {
    if (given === leading) continue
    const { operator } = given.filter
    if (given.filter.column !== 'created_at') {
      conditions += compileCondition(given)
      continue
    }
    const instant = `(select ${given.parameter}::timestamptz)`
    // The first condition lets PostgreSQL skip partitions out of range.
    conditions += ` and created_at ${operator} ${instant}`
    conditions += ` and (${column}, created_at) ${operator} (${key}, ${instant})`
    hasLower ||= !operator.startsWith('<')
    hasUpper ||= !operator.startsWith('>')
  }
  if (!hasLower) conditions += ` and (${column}, created_at) >= (${key}, '-infinity')`
  if (!hasUpper) conditions += ` and (${column}, created_at) <= (${key}, 'infinity')`
  return conditions
}

const same = (parameter: string) => parameter
