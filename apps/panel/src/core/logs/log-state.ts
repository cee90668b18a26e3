import type { ListParameters } from '../list/list-state.js'
import type { LogName } from './log-entry.js'

/** What each log can be limited by: the names in addresses, and the parameters of the API. */
export const logFacets = {
  'activity-logs': {
    person: 'userId',
    action: 'action',
    type: 'type',
    collection: 'collectionName',
    record: 'recordId',
    team: 'teamName',
    status: 'status',
  },
  'admin-logs': {
    person: 'userId',
    change: 'type',
    resource: 'resource',
    initiator: 'initiator',
  },
} as const

type ActivityFacet = keyof (typeof logFacets)['activity-logs']
type AdminFacet = keyof (typeof logFacets)['admin-logs']
export type LogFacet = ActivityFacet | AdminFacet

/** The periods that a log can be limited to, in minutes up to now. */
export const logPeriods = {
  minutes: 15,
  hour: 60,
  day: 1_440,
  week: 10_080,
  month: 43_200,
} as const
export type LogPeriod = keyof typeof logPeriods

/** What an address says about a log. */
export interface LogState {
  readonly facets: Readonly<Partial<Record<LogFacet, string>>>
  readonly period?: LogPeriod
  /** Instants that limit the log instead of a period. */
  readonly from?: string
  readonly to?: string
  /** Whether new entries are shown as they come. */
  readonly isLive: boolean
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/

const isInstant = (text: string | undefined): text is string =>
  text !== undefined && instant.test(text) && !Number.isNaN(Date.parse(text))

/**
 * Reads the state of a log from search parameters. What is not known is ignored.
 *
 * @example
 * parseLogState('admin-logs', { resource: 'role', live: '1' })
 * // { facets: { resource: 'role' }, isLive: true }
 */
export function parseLogState(log: LogName, parameters: ListParameters): LogState {
  const { period, from, to, live } = parameters as Partial<ListParameters>
  const facets = Object.keys(logFacets[log])
    .map(name => [name, parameters[name] ?? ''] as const)
    .filter(([name, value]) => value !== '' && (name !== 'person' || /^[1-9]\d{0,14}$/.test(value)))
  const isKnown = period !== undefined && Object.hasOwn(logPeriods, period)
  return {
    facets: Object.fromEntries(facets),
    ...(isKnown && { period: period as LogPeriod }),
    ...(!isKnown && isInstant(from) && { from }),
    ...(!isKnown && isInstant(to) && { to }),
    isLive: live === '1',
  }
}

/**
 * Writes the state of a log as search parameters, the inverse of `parseLogState`.
 *
 * @example
 * formatLogState({ facets: { action: 'delete' }, isLive: false }) // { action: 'delete' }
 */
export function formatLogState({ facets, period, from, to, isLive }: LogState): ListParameters {
  return {
    ...(facets as ListParameters),
    ...(period && { period }),
    ...(from && { from }),
    ...(to && { to }),
    ...(isLive && { live: '1' }),
  }
}

/** Whether a log shows less than it has. */
export const isLimited = ({ facets, period, from, to }: LogState): boolean =>
  Object.keys(facets).length > 0 || period !== undefined || from !== undefined || to !== undefined

/**
 * Builds the parameters of a log, which those of the panel and the public API share. Activities are limited by
 * when they happened.
 *
 * @example
 * buildLogQuery('admin-logs', { facets: { change: 'remove' }, isLive: false }, new Date())
 * // { type: 'remove' }
 */
export function buildLogQuery(log: LogName, state: LogState, now: Date): ListParameters {
  const parameters = logFacets[log] as Readonly<Record<string, string>>
  const time = log === 'activity-logs' ? 'occurredAt' : 'createdAt'
  const from = state.period ? subtractMinutes(now, logPeriods[state.period]) : state.from
  return {
    ...Object.fromEntries(
      Object.entries(state.facets).map(([name, value]) => [parameters[name] ?? name, value]),
    ),
    ...(from && { [`${time}.gte`]: from }),
    ...(state.to && { [`${time}.lt`]: state.to }),
  }
}

const subtractMinutes = (now: Date, minutes: number): string =>
  new Date(now.getTime() - minutes * 60_000).toISOString()
