import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDay, groupByDay } from './group-by-day.js'
import { buildHistoryRequest, findNextHistory, historyPageSize } from './history-request.js'
import { type LoadedSource, mergeTimeline } from './merge-timeline.js'
import { readActivity, readHistory, readNote, type WireHistory } from './read-entries.js'
import { buildRestore, readRestored } from './restore.js'
import { type TimelineEntry, toMicroseconds } from './timeline-entry.js'

const user = { id: 7, username: 'Ana' }
const complete = (...entries: readonly TimelineEntry[]): LoadedSource => ({
  entries,
  isComplete: true,
})
const activity = (changes: object = {}) =>
  readActivity({
    id: 'a1',
    action: 'update',
    recordCount: 1,
    occurredAt: '2026-03-01T10:00:00.100000Z',
    user,
    ...changes,
  })
const history = (changes: Partial<WireHistory> = {}) =>
  readHistory({
    id: 1,
    timestamp: '2026-03-01T10:00:00.120Z',
    operation: 'update',
    userId: 7,
    userFirstName: 'Ana',
    userLastName: 'Costa',
    userEmail: 'ana@example.com',
    actionName: null,
    correlationKey: null,
    previousValues: { status: 'paid' },
    newValues: { status: 'shipped' },
    status: 'done',
    ...changes,
  })
const note = (id: number, createdAt: string) => readNote({ id, createdAt, user })

describe('mergeTimeline', () => {
  it('shows a change once, with who made it and its values', () => {
    const { events } = mergeTimeline([
      complete(activity({ correlationKey: 'k' })),
      complete(history({ correlationKey: 'k' })),
    ])
    expect(events).toEqual([
      {
        id: 'request k',
        at: '2026-03-01T10:00:00.120000Z',
        kind: 'change',
        verb: 'updated',
        who: { id: 7, name: 'Ana Costa' },
        recordCount: 1,
        changes: [{ field: 'status', before: 'paid', after: 'shipped' }],
        correlationKey: 'k',
        hasFailed: false,
        isPending: false,
        stateAt: '2026-03-01T10:00:00.120000Z',
      },
    ])
  })

  it('shows an action with what its code wrote, from the first value to the last', () => {
    const entries = [
      history({ id: 3, correlationKey: 'k', newValues: { status: 'done', total: 2 } }),
      history({
        id: 2,
        correlationKey: 'k',
        operation: 'action',
        actionName: 'Ship',
        previousValues: { status: 'new' },
        newValues: { status: 'paid' },
      }),
    ]
    const ran = activity({ action: 'action', label: 'Ship (approval 12)', correlationKey: 'k' })
    const [event, ...others] = mergeTimeline([complete(ran), complete(...entries)]).events
    expect(others).toEqual([])
    expect(event).toMatchObject({ kind: 'action', verb: 'ran', label: 'Ship (approval 12)' })
    expect(event?.changes).toEqual([
      { field: 'status', before: 'new', after: 'done' },
      { field: 'total', before: null, after: 2 },
    ])
  })

  it('leaves out what the thread of a note says, and keeps that it was archived', () => {
    const entries = [
      activity({ id: 'a4', action: 'deleteNote', occurredAt: '2026-03-04T00:00:00Z' }),
      activity({ id: 'a3', action: 'createMessage', occurredAt: '2026-03-03T00:00:00Z' }),
      activity({ id: 'a2', action: 'createNote', occurredAt: '2026-03-02T00:00:00Z' }),
    ]
    const { events } = mergeTimeline([
      complete(...entries),
      complete(note(5, '2026-03-02T00:00:00Z')),
    ])
    expect(events.map(({ verb, noteId }) => [verb, noteId])).toEqual([
      ['archivedNote', undefined],
      ['wrote', '5'],
    ])
  })

  it('keeps that a redacted field changed, and what failed', () => {
    const values = { iban: '[redacted]' }
    const { events } = mergeTimeline([
      complete(activity({ action: 'action', label: 'Refund (failed)' })),
      complete(history({ previousValues: values, newValues: values })),
    ])
    expect(events).toMatchObject([
      { verb: 'updated', changes: [{ field: 'iban' }] },
      { verb: 'ran', label: 'Refund', hasFailed: true },
    ])
  })

  it('waits until no source can bring something later', () => {
    const late = activity({ id: 'a9', occurredAt: '2026-03-09T00:00:00Z' })
    const old = activity({ id: 'a1', occurredAt: '2026-03-01T00:00:00Z' })
    const notes = { entries: [note(5, '2026-03-05T00:00:00Z')], isComplete: false }
    const merged = mergeTimeline([complete(late, old), notes])
    expect(merged.events.map(({ id }) => id)).toEqual(['activity a9'])
    expect(merged).toMatchObject({ isComplete: false, lagging: [1] })
    expect(mergeTimeline([complete(late), { entries: [], isComplete: false }]).events).toEqual([])
  })

  it('gives the same stream whatever pages are read first, without gaps or repeats', () => {
    const at = fc.integer({ min: 0, max: 12 }).map(minute => {
      return `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000000Z`
    })
    const key = fc.option(
      fc.integer({ min: 0, max: 6 }).map(number => `k${number}`),
      {
        nil: undefined,
      },
    )
    const entries = fc.array(fc.record({ at, key }), { maxLength: 25 })
    const sizes = fc.integer({ min: 1, max: 4 })
    const all = fc.tuple(entries, entries, entries)
    const order = fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 80, maxLength: 80 })
    fc.assert(
      fc.property(all, sizes, order, fc.boolean(), (given, size, turns, isGuided) => {
        const sources = given.map((list, index) => buildSource(list, index))
        const whole = mergeTimeline(sources.map(list => complete(...list)))
        const ids = whole.events.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        expect([...whole.events].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))).toEqual(
          whole.events,
        )
        const read = [0, 0, 0]
        const load = () =>
          sources.map((list, index) => ({
            entries: list.slice(0, read[index]),
            isComplete: (read[index] ?? 0) > list.length,
          }))
        let shown = 0
        let now = mergeTimeline(load())
        for (const turn of [...turns, ...turns.map((_, index) => index % 3)]) {
          const next = isGuided ? now.lagging[turn % now.lagging.length] : turn
          if (next === undefined || now.isComplete) break
          read[next] = (read[next] ?? 0) + size
          now = mergeTimeline(load())
          // What is shown stays where it is, and more follows below.
          expect(now.events.map(({ id }) => id)).toEqual(ids.slice(0, now.events.length))
          expect(now.events.length).toBeGreaterThanOrEqual(shown)
          shown = now.events.length
        }
        expect(now.isComplete).toBe(true)
        expect(now.events).toEqual(whole.events)
      }),
    )
  })
})

/** Entries of one source, the latest first, as its pages have them. */
function buildSource(
  list: readonly { readonly at: string; readonly key: string | undefined }[],
  index: number,
): readonly TimelineEntry[] {
  return list
    .map((given, number): TimelineEntry => {
      const keyed = given.key === undefined ? {} : { correlationKey: given.key }
      if (index === 0) return { ...activity({ id: `a${number}`, ...keyed }), at: given.at }
      if (index === 1) {
        return {
          ...history({ id: number, correlationKey: given.key ?? null }),
          at: given.at,
        }
      }
      return note(number, given.at)
    })
    .sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : 0))
}

describe('the pages of a history', () => {
  it('are found by time, and repeat the millisecond in which they end', () => {
    const page = Array.from({ length: historyPageSize }, () => ({
      timestamp: '2026-03-01T10:00:00.120Z',
    }))
    const next = findNextHistory(page, undefined)
    expect(next).toEqual({ before: '2026-03-01T10:00:00.121Z', number: 1 })
    expect(findNextHistory(page, next)).toEqual({ ...next, number: 2 })
    expect(findNextHistory(page.slice(1), next)).toBeUndefined()
    expect(buildHistoryRequest('orders', 'a|b', next)).toEqual({
      method: 'GET',
      path: '/_audit-trail/orders/a%7Cb',
      query: { 'page[size]': '50', 'page[number]': '1', endDate: '2026-03-01T10:00:00.121Z' },
    })
  })
})

describe('groupByDay', () => {
  it('uses the clock of the person, and shows what was chosen', () => {
    const { events } = mergeTimeline([
      complete(
        activity({ id: 'a2', action: 'action', occurredAt: '2026-03-01T23:30:00Z' }),
        activity({ id: 'a1', occurredAt: '2026-03-01T10:00:00Z' }),
      ),
    ])
    const days = (filter: 'all' | 'change') =>
      groupByDay(events, filter, 'Europe/Paris').map(({ day, events: of }) => [day, of.length])
    expect(days('all')).toEqual([
      ['2026-03-02', 1],
      ['2026-03-01', 1],
    ])
    expect(days('change')).toEqual([['2026-03-01', 1]])
    expect(findDay('2026-03-01T23:30:00.000000Z', 'UTC')).toBe('2026-03-01')
  })
})

describe('a restore', () => {
  const place = { collection: 'orders', id: '12' }
  const preview = { changes: { status: { from: 'paid', to: 'new' } } }

  it('is tried first, and then expects what the preview showed', () => {
    const state = { kind: 'state', at: '2026-03-01T10:00:00.120000Z' } as const
    expect(buildRestore(place, state, undefined)).toEqual({
      method: 'POST',
      path: '/_audit-trail/orders/12/restore',
      query: { at: state.at },
      body: { dryRun: true },
    })
    expect(buildRestore(place, state, preview).body).toEqual({
      fields: ['status'],
      expect: { status: 'paid' },
    })
    const revert = { kind: 'revert', correlationKey: 'a/b' } as const
    expect(buildRestore(place, revert, preview)).toEqual({
      method: 'POST',
      path: '/_audit-trail/correlation/a%2Fb/revert',
      query: { collection: 'orders', recordId: '12' },
      body: { fields: ['status'] },
    })
  })

  it('is read from both responses', () => {
    const meta = { correlationKey: 'k', dryRun: true }
    expect(readRestored({ data: preview, meta })).toEqual({ record: preview, correlationKey: 'k' })
    expect(readRestored({ data: [preview], meta })).toEqual({
      record: preview,
      correlationKey: 'k',
    })
    expect(readRestored({ data: [], meta })).toBeUndefined()
  })
})

it('compares instants of every source', () => {
  expect(toMicroseconds('2026-03-01T10:00:00.12Z')).toBe('2026-03-01T10:00:00.120000Z')
  expect(toMicroseconds('2026-03-01T10:00:00Z')).toBe('2026-03-01T10:00:00.000000Z')
})
