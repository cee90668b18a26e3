import type { Call, Operator } from '@service/datasource-toolkit'
import {
  ConditionTreeFactory,
  dateInterval,
  reachableOperators,
  zoneOffsets,
} from '@service/datasource-toolkit'
import { sourceOperators } from '../plan/get-path.js'
import {
  buildLeaf,
  type Comparison,
  type MaybeTree,
  orMissing,
  readComparison,
  type Searched,
  unionConditions,
  withNegation,
} from './searched.js'

/**
 * Searches a year, a month or a day, or the time before or after it, in the time zone of the
 * caller.
 */
export function periodCondition(searched: Searched): MaybeTree {
  const [comparison, text] = readComparison(searched)
  const { planning, column, isNegated } = searched
  const days = periodDays(text, planning.call)
  if (!days) return undefined
  const isInstant = column.columnType === 'Date'
  if (isInstant) planning.isCacheable = false
  const [start, end] = isInstant ? days.map(day => startOfDay(day, planning.call)) : days
  const bounds = toBounds(comparison, start!, end!)
  const condition = inside(searched, bounds)
  if (isNegated === (comparison === '!=')) return condition
  const opposite = withNegation(searched, condition)
  return orMissing(opposite, outside(opposite, bounds))
}

/** At least one of the two: from the first moment inside to the first moment after. */
type Bounds = readonly [from: string, to?: string] | readonly [from: undefined, to: string]

function toBounds(comparison: Comparison, start: string, end: string): Bounds {
  if (comparison === '>') return [end]
  if (comparison === '>=') return [start]
  if (comparison === '<') return [undefined, start]
  return comparison === '<=' ? [undefined, end] : [start, end]
}

function inside(searched: Searched, [from, to]: Bounds): MaybeTree {
  if (from === undefined) return before(searched, to!)
  if (to === undefined) return atLeast(searched, from)
  const [lower, upper] = [atLeast(searched, from), before(searched, to)]
  return lower && upper && ConditionTreeFactory.intersect([lower, upper])
}

function outside(searched: Searched, [from, to]: Bounds): MaybeTree {
  if (from === undefined) return atLeast(searched, to!)
  if (to === undefined) return before(searched, from)
  return unionConditions(before(searched, from), atLeast(searched, to))
}

function before(searched: Searched, value: string): MaybeTree {
  if (!hasNative(searched, 'LessThan')) return buildLeaf(searched, 'Before', value)
  return { field: searched.path, operator: 'LessThan', value }
}

function atLeast(searched: Searched, value: string): MaybeTree {
  if (hasNative(searched, 'GreaterThanOrEqual')) {
    return { field: searched.path, operator: 'GreaterThanOrEqual', value }
  }
  return unionConditions(buildLeaf(searched, 'After', value), buildLeaf(searched, 'Equal', value))
}

/**
 * Whether the source can compare dates with the operator; filters of clients have no
 * GreaterThanOrEqual on dates.
 */
function hasNative({ owner, column }: Searched, operator: Operator): boolean {
  const rule = column.filter.get('After')?.kind
  if (rule === 'emulated' || rule === 'replaced') return false
  return reachableOperators(column.columnType, sourceOperators(owner, column)).has(operator)
}

/** Returns the first day of a period and of the next one: `2024`, `2024-5` or `2024-05-31`. */
function periodDays(text: string, call: Call): readonly [string, string] | undefined {
  const match = /^(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?$/.exec(text)
  if (!match) return undefined
  const [year, month, day] = match.slice(1).map(part => (part ? Number(part) : undefined))
  if (year === undefined || year < 1800 || year > call.now.getUTCFullYear() + 100) return undefined
  const start = new Date(Date.UTC(year, (month ?? 1) - 1, day ?? 1))
  if (start.getUTCMonth() !== (month ?? 1) - 1 || start.getUTCDate() !== (day ?? 1)) {
    return undefined
  }
  const end = new Date(start)
  if (day !== undefined) end.setUTCDate(day + 1)
  else if (month !== undefined) end.setUTCMonth(month)
  else end.setUTCFullYear(year + 1)
  return [start.toISOString().slice(0, 10), end.toISOString().slice(0, 10)]
}

/** Returns the first instant of a day in the caller's time zone. */
function startOfDay(day: string, { timezone }: Call): string {
  const noon = new Date(`${day}T12:00:00.000Z`)
  const offset = zoneOffsets(timezone, noon, noon)[0]?.offsetSeconds ?? 0
  const localNoon = new Date(noon.getTime() - offset * 1000)
  return dateInterval('Today', undefined, { timezone, now: localNoon }, 'Date').start
}
