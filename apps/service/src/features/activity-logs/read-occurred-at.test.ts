import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBound } from '../../http/listing/instant-parameter.js'
import { readOccurredAt } from './read-occurred-at.js'

describe('readOccurredAt', () => {
  it('reads what Date writes as the parser of all instants does, whatever was read before', () => {
    const date = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('9999-12-31'),
      noInvalidDate: true,
    })
    const text = fc
      .tuple(date, fc.constantFrom('', 'Z', ' ', 'x'), fc.integer({ min: 0, max: 24 }))
      .map(([at, extra, cut]) => {
        const iso = at.toISOString()
        return extra === '' ? iso : iso.slice(0, cut) + extra + iso.slice(cut + 1)
      })
    fc.assert(
      fc.property(fc.array(text), texts => {
        for (const given of texts) {
          const parsed = parseBound(given, 'lte') ?? undefined
          const isPlausible = parsed !== undefined && parsed >= '2000'
          expect(readOccurredAt(given)).toBe(isPlausible ? parsed : undefined)
        }
      }),
    )
  })
})
