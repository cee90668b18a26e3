import type { DashboardRange } from '@service/protocol'
import { type FilterTree, isBranch, isUnreadable } from '../list/filter-tree.js'
import { type DaySpan, findPreviousSpan, resolveRange, startOfDay } from './dashboard-range.js'

/** A value of a variable. Null stands for any, and only variables of a dashboard can be null. */
type VariableValue = string | number | boolean | null

/** What the `{{name}}` of chart definitions stand for. */
export type ChartVariables = Readonly<Record<string, VariableValue>>

/** What a person chose on a dashboard. */
export interface DashboardChoice {
  readonly range: DashboardRange
  /** By the name of the filter. */
  readonly filters: Readonly<Record<string, VariableValue>>
}

/**
 * Returns the variables of a dashboard that its charts can use.
 *
 * @example
 * buildDashboardVariables({ range: 'today', filters: {} }, '2026-03-10T12:00:00.000Z', 'UTC')['range.fromDay'] // '2026-03-10'
 */
export function buildDashboardVariables(
  { range, filters }: DashboardChoice,
  now: string,
  timezone: string,
): ChartVariables {
  const span = resolveRange(range, now, timezone)
  const entries = Object.entries(filters).map(([name, value]) => [`filters.${name}`, value])
  return {
    ...describeSpan('range', span, timezone),
    ...(span && describeSpan('range.previous', findPreviousSpan(span), timezone)),
    ...Object.fromEntries(entries),
  }
}

function describeSpan(name: string, span: DaySpan | undefined, timezone: string): ChartVariables {
  return {
    [`${name}.from`]: span ? startOfDay(span.from, timezone) : null,
    [`${name}.to`]: span ? startOfDay(span.to, timezone) : null,
    [`${name}.fromDay`]: span?.from ?? null,
    [`${name}.toDay`]: span?.to ?? null,
  }
}

const placeholder = /\{\{([^{}]*)\}\}/g
const dashboardVariable = /^(range|filters)\./

/** A filter after its variables were filled in. `tree` is absent when it restricts nothing. */
type FilledFilter = { readonly tree?: FilterTree } | undefined

/**
 * Fills the variables of a filter in as the agent does: a condition on a variable that stands for any value
 * restricts nothing. Undefined when a variable is not known.
 *
 * @example
 * fillFilter({ field: 'currency', operator: 'equal', value: '{{filters.currency}}' }, { 'filters.currency': null }) // {}
 */
export function fillFilter(
  filter: FilterTree | null | undefined,
  variables: ChartVariables,
): FilledFilter {
  if (!filter) return {}
  if (isUnreadable(filter)) return undefined
  if (!isBranch(filter)) return fillLeafValue(filter, variables)
  const filled = filter.conditions.map(condition => fillFilter(condition, variables))
  const known = filled.filter(part => part !== undefined)
  if (known.length < filled.length) return undefined
  const left = known.flatMap(({ tree }) => tree ?? [])
  // An OR with a condition that is always true is true itself.
  const isAny = left.length === 0 || (filter.aggregator === 'or' && left.length < known.length)
  return isAny ? {} : { tree: { ...filter, conditions: left } }
}

function fillLeafValue(
  leaf: { readonly field: string; readonly operator: string; readonly value?: unknown },
  variables: ChartVariables,
): FilledFilter {
  if (namesAny(leaf.value, variables)) return {}
  const value = fillValue(leaf.value, variables)
  if (value === undefined && leaf.value !== undefined) return undefined
  return { tree: value === undefined ? leaf : { ...leaf, value } }
}

function namesAny(value: unknown, variables: ChartVariables): boolean {
  if (Array.isArray(value)) return value.some(item => namesAny(item, variables))
  return (
    typeof value === 'string' &&
    listVariables(value).some(name => dashboardVariable.test(name) && variables[name] === null)
  )
}

/** Undefined when a variable is not known. */
function fillValue(value: unknown, variables: ChartVariables): unknown {
  if (Array.isArray(value)) {
    const items = value.map(item => fillValue(item, variables))
    return items.includes(undefined) ? undefined : items
  }
  if (typeof value !== 'string') return value
  const isKnown = listVariables(value).every(name => (variables[name] ?? null) !== null)
  return isKnown
    ? value.replace(placeholder, (_, name: string) => String(variables[name.trim()]))
    : undefined
}

/**
 * Lists the variables that a text names.
 *
 * @example
 * listVariables('{{range.from}} and {{ filters.city }}') // ['range.from', 'filters.city']
 */
export function listVariables(text: string): readonly string[] {
  return [...text.matchAll(placeholder)].map(([, name = '']) => name.trim())
}
