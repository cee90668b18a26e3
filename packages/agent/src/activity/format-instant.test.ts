import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInstant } from './format-instant.js'

describe('an instant', () => {
  it('is written as Date writes it, in any order and before 1970 too', () => {
    const instants = fc.integer({ min: -8.64e15, max: 8.64e15 })
    const steps = fc.array(fc.integer({ min: -1500, max: 1500 }), { maxLength: 20 })
    fc.assert(
      fc.property(instants, steps, (from, distances) => {
        for (const distance of distances) {
          const instant = Math.max(-8.64e15, Math.min(8.64e15, from + distance))
          expect(formatInstant(instant)).toBe(new Date(instant).toISOString())
        }
      }),
      { seed: 1 },
    )
  })
})
