import { type Filter, type Filters, instantColumn } from '../../http/listing/listing.js'

const OCCURRED = 'coalesce(occurred_at, created_at)'
/** The same interval as in the index `activity_logs_late`. */
const CLOCK_TOLERANCE = "interval '1 second'"

/** The filters on when entries happened. No entry is written before it happened. */
export const occurredFilters: Filters = instantColumn('occurredAt', OCCURRED, operator => ({
  isSparse: true,
  extraCondition: operator.startsWith('<') ? undefined : instant => `created_at >= ${instant}`,
}))

const upperBounds = ['occurredAt.eq', 'occurredAt.lt', 'occurredAt.lte']

/**
 * The conditions that replace a filter in each half of a statement. The list is sorted by time of writing, so
 * without a bound on it PostgreSQL would scan everything written since. Entries written within a second of
 * happening are read through that bound, and the few others through their own index.
 */
export function partsByDelay(has: (parameter: string) => boolean): readonly Filters[] {
  const name = upperBounds.find(has)
  if (name === undefined) return [{}]
  const filter = occurredFilters[name] as Filter
  const isStrict = filter.operator === '<'
  const part = (condition: (instant: string) => string): Filters => ({
    [name]: {
      ...filter,
      extraCondition: parameter => {
        const extraCondition = filter.extraCondition
          ? `${filter.extraCondition(parameter)} and `
          : ''
        return extraCondition + condition(`${parameter}::timestamptz + ${CLOCK_TOLERANCE}`)
      },
    },
  })
  return [
    part(limit => `created_at ${isStrict ? '<' : '<='} ${limit}`),
    part(limit => {
      const isLater = `created_at ${isStrict ? '>=' : '>'} ${limit}`
      return `${isLater} and created_at - occurred_at > ${CLOCK_TOLERANCE}`
    }),
  ]
}
