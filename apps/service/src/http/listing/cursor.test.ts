import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BEGINNING, readCursor, writeCursor } from './cursor.js'

const owner = { list: 'notes', ownerId: 12 }
const cursor = { order: 'desc', position: '2026-02-01T08:30:00.123456Z' } as const

describe('a cursor', () => {
  it('comes back as it was written', () => {
    for (const order of ['asc', 'desc'] as const) {
      for (const position of [cursor.position, BEGINNING]) {
        const text = writeCursor(owner, { order, position })
        expect(text).toMatch(/^[\w-]+$/)
        expect(readCursor(owner, text, undefined)).toEqual({ order, position })
        expect(readCursor(owner, text, order)).toEqual({ order, position })
      }
    }
  })

  it('is refused when one character was altered, added or lost', () => {
    const text = writeCursor(owner, cursor)
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'AZaz09-_. =%'), (at, character) => {
        const altered = [
          text.slice(0, at) + character + text.slice(at + 1),
          text.slice(0, at) + character + text.slice(at),
          text.slice(0, at) + text.slice(at + 1),
        ].filter(one => one !== text)
        for (const one of altered)
          expect(() => readCursor(owner, one, undefined)).toThrow(/'cursor'/)
      }),
      { seed: 9, numRuns: 400 },
    )
  })

  it.each([
    ['another list', { list: 'activity-logs', ownerId: 12 }],
    ['another environment', { list: 'notes', ownerId: 13 }],
  ])('is refused when it is of %s', (_, other) => {
    expect(() => readCursor(owner, writeCursor(other, cursor), undefined)).toThrow(
      "'cursor' must be a nextCursor of this list; this one is of another.",
    )
  })

  it('is refused in the other order', () => {
    expect(() => readCursor(owner, writeCursor(owner, cursor), 'asc')).toThrow(
      "'cursor' was made with order=desc; it cannot continue in another order.",
    )
  })

  it.each(['2026-02-30T08:30:00.123456Z', '2026-02-01', 'infinity', ''])(
    'is refused when its position is %o, even with a fitting checksum',
    position => {
      const text = writeCursor(owner, { order: 'asc', position })
      expect(() => readCursor(owner, text, undefined)).toThrow(/unchanged/)
    },
  )

  it('is refused when it is of another version', () => {
    const body = '2 notes 12 desc 2026-02-01T08:30:00.123456Z'
    const text = Buffer.from(`${body} ${crc32(body).toString(36)}`).toString('base64url')
    expect(() => readCursor(owner, text, undefined)).toThrow(/unchanged/)
  })
})
