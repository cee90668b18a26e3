import { describe, expect, it } from 'vitest'
import { allEvents, type FeedEvent, isCovered, missedEvents } from './missed-events.js'

const epoch = '0123abcd'
const at = (seq: number) => ({ epoch, seq })
const event = (seq: number, kind: string, ...renderingIds: number[]): FeedEvent => ({
  seq,
  kind,
  renderingIds: kind === 'refresh-renderings' ? renderingIds : null,
})

const events = [
  event(4, 'refresh-users'),
  event(5, 'refresh-renderings', 2),
  event(6, 'access'),
  event(7, 'refresh-users'),
  event(8, 'refresh-renderings', 10, 1),
  event(9, 'access'),
]

describe('missedEvents', () => {
  it('keeps the last event of each kind, with every rendering of the ones before it', () => {
    expect(missedEvents(at(3), events)).toEqual([
      { event: 'refresh-users', offset: at(7), data: {} },
      { event: 'refresh-renderings', offset: at(8), data: { renderingIds: [1, 2, 10] } },
    ])
  })

  it('leaves out what was received before, and what is not for agents', () => {
    expect(missedEvents(at(7), events)).toEqual([
      { event: 'refresh-renderings', offset: at(8), data: { renderingIds: [1, 10] } },
    ])
    expect(missedEvents(at(8), events)).toEqual([])
  })

  it('never gives an id that stands for more than was said up to it', () => {
    for (let from = 3; from <= 9; from++) {
      const sent = missedEvents(at(from), events)
      for (let cut = 0; cut <= sent.length; cut++) {
        // Whoever is cut off after some of them gets the rest by asking with the last id.
        const said = new Set(sent.slice(0, cut).map(one => one.event))
        const next = missedEvents(sent[cut - 1]?.offset ?? at(from), events)
        const all = new Set([...said, ...next.map(one => one.event)])
        expect(all).toEqual(new Set(sent.map(one => one.event)))
      }
    }
  })
})

describe('isCovered', () => {
  const end = { epoch, lastSeq: 9, events }

  it.each([
    [3, true],
    [6, true],
    [9, true],
    [2, false],
    [10, false],
  ])('says of a reader at %i: %s', (seq, covered) => {
    expect(isCovered(at(seq), end)).toBe(covered)
  })

  it('says no of another epoch, and when there were too many events to read', () => {
    expect(isCovered({ epoch: 'ffffffff', seq: 9 }, end)).toBe(false)
    expect(isCovered(at(3), { ...end, events: [] })).toBe(false)
    expect(isCovered(at(9), { ...end, events: [] })).toBe(true)
  })
})

describe('allEvents', () => {
  it('names every kind once, at one place', () => {
    const sent = allEvents(at(9), [3, 1])
    expect(sent.map(one => one.event)).toEqual([
      'refresh-users',
      'refresh-roles',
      'refresh-renderings',
      'refresh-ip-rules',
      'refresh-grants',
      'refresh-customizations',
    ])
    expect(sent[2]?.data).toEqual({ renderingIds: [1, 3] })
    expect(new Set(sent.map(one => one.offset.seq))).toEqual(new Set([9]))
  })
})
