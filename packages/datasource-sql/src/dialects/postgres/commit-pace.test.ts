import { describe, expect, it } from 'vitest'
import { createCommitPace } from './commit-pace.js'

describe('the pace of commits', () => {
  const record = (durations: readonly number[]) => {
    const pace = createCommitPace()
    return durations.map(duration => pace.isQuick(duration))
  }

  it('is quick while one of ten batches is', () => {
    const mostlyBusy = Array.from({ length: 40 }, (_, index) => (index % 10 === 4 ? 0.3 : 20))
    expect(record(mostlyBusy)).not.toContain(false)
  })

  it('is not when ten batches in a row are slow, and is measured anew from then on', () => {
    const results = record([0.2, ...Array.from({ length: 29 }, () => 2), 0.2])
    expect(results.indexOf(false)).toBe(19)
    expect(results.filter(isQuick => !isQuick)).toHaveLength(2)
    expect(results.at(-1)).toBe(true)
  })
})
