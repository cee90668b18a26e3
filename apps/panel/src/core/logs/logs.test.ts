import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatSearch, parseSearch } from '../list/list-state.js'
import { formatLocalMinute, readLocalMinute } from './local-instant.js'
import { buildCurl } from './log-command.js'
import { hasFailed, readLabel } from './log-entry.js'
import {
  buildLogQuery,
  formatLogState,
  isLimited,
  type LogState,
  logFacets,
  logPeriods,
  parseLogState,
} from './log-state.js'
import { findLogNeighbours } from './move-through-log.js'

const nothing: LogState = { facets: {}, isLive: false }
const now = new Date('2026-11-17T12:00:00Z')

describe.each(['activity-logs', 'admin-logs'] as const)('the state of %s', log => {
  const facet = fc.string({ minLength: 1, unit: 'grapheme' })
  const facets = fc.record(
    Object.fromEntries(
      Object.keys(logFacets[log]).map(name => [
        name,
        name === 'person' ? fc.integer({ min: 1 }).map(String) : facet,
      ]),
    ),
    { requiredKeys: [] },
  )
  const instant = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map(date => date.toISOString())
  const time = fc.oneof(
    fc.constant({}),
    fc.record({ period: fc.constantFrom(...(Object.keys(logPeriods) as 'hour'[])) }),
    fc.record({ from: instant, to: instant }, { requiredKeys: [] }),
  )
  const states = fc
    .tuple(facets, time, fc.boolean())
    .map(([chosen, limits, isLive]): LogState => ({ facets: chosen, ...limits, isLive }))

  it('is the same after it was an address', () => {
    fc.assert(
      fc.property(states, state => {
        const address = formatSearch(formatLogState(state))
        expect(parseLogState(log, parseSearch(address))).toEqual(state)
      }),
    )
  })

  it('has no parameter that is not in the address', () => {
    fc.assert(
      fc.property(states, state => {
        const query = buildLogQuery(log, state, now)
        expect(Object.keys(query).length > 0).toBe(isLimited(state))
      }),
    )
  })
})

describe('the state of a log', () => {
  it('ignores what an address should not have', () => {
    const parameters = { person: 'x', period: 'century', from: 'now', resource: 'role', live: '2' }
    expect(parseLogState('activity-logs', parameters)).toEqual(nothing)
  })

  it('limits activities by when they happened, and changes by when they were written', () => {
    const state: LogState = { facets: { person: '7' }, period: 'hour', isLive: true }
    expect(buildLogQuery('activity-logs', state, now)).toEqual({
      userId: '7',
      'occurredAt.gte': '2026-11-17T11:00:00.000Z',
    })
    const range: LogState = { ...nothing, from: '2026-01-01T00:00Z', to: '2026-02-01T00:00Z' }
    expect(buildLogQuery('admin-logs', range, now)).toEqual({
      'createdAt.gte': '2026-01-01T00:00Z',
      'createdAt.lt': '2026-02-01T00:00Z',
    })
  })
})

describe('buildCurl', () => {
  const place = { origin: 'https://a.test', projectName: "Bob's & Co", environmentName: 'Live / 1' }

  it('quotes whatever names and filters have', () => {
    expect(buildCurl('activity-logs', place, { recordId: "a'b $(x)", limit: '1' })).toBe(
      `curl -H "Authorization: Bearer $TOKEN" 'https://a.test/v1/project/Bob%27s%20%26%20Co/environment/Live%20%2F%201/activity-logs?recordId=a%27b+%24%28x%29&limit=1'`,
    )
  })

  it('names no environment for the log of a project', () => {
    expect(buildCurl('admin-logs', { ...place, projectName: 'Store' }, {})).toBe(
      `curl -H "Authorization: Bearer $TOKEN" 'https://a.test/v1/project/Store/admin-logs'`,
    )
  })
})

it.each([
  ['failed', true, ''],
  ['Refund (failed)', true, 'Refund'],
  ['not failed', false, 'not failed'],
  [undefined, false, ''],
])('knows what failed by its label: %s', (label, isFailure, rest) => {
  const entry = label === undefined ? {} : { label }
  expect([hasFailed(entry), readLabel(entry)]).toEqual([isFailure, rest])
})

it('finds the entries beside one, and none beside one that is not listed', () => {
  const entries = ['c', 'b', 'a'].map(createdAt => ({ createdAt }))
  expect(findLogNeighbours(entries, 'b')).toEqual({ newer: 'c', older: 'a' })
  expect(findLogNeighbours(entries, 'c')).toEqual({ newer: undefined, older: 'b' })
  expect(findLogNeighbours(entries, 'x')).toEqual({ newer: undefined, older: undefined })
})

it('reads a date and time on the clock of a zone, and writes it again', () => {
  const instant = readLocalMinute('2026-07-01T12:00', 'Europe/Paris')
  expect(instant).toBe('2026-07-01T10:00:00.000Z')
  expect(formatLocalMinute(instant, 'Europe/Paris')).toBe('2026-07-01T12:00')
  expect([readLocalMinute('soon', 'UTC'), formatLocalMinute(undefined, 'UTC')]).toEqual([
    undefined,
    '',
  ])
})
