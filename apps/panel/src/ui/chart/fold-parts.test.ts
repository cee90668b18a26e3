import { describe, expect, it } from 'vitest'
import { foldParts } from './fold-parts.js'

const formatOther = (count: number) => `${count} others`

describe('foldParts', () => {
  it('puts the largest first and remembers where they were', () => {
    const parts = [
      { label: 'a', value: 1 },
      { label: 'b', value: 3 },
    ]
    expect(foldParts(parts, 8, formatOther)).toEqual([
      { label: 'b', value: 3, index: 1 },
      { label: 'a', value: 1, index: 0 },
    ])
  })

  it('adds up what is left of 200 parts', () => {
    const parts = Array.from({ length: 200 }, (_, index) => ({ label: `${index}`, value: 1 }))
    const folded = foldParts(parts, 8, formatOther)
    expect(folded).toHaveLength(8)
    expect(folded.at(-1)).toMatchObject({ label: '193 others', value: 193, index: -1 })
    expect(folded.at(-1)?.others).toHaveLength(193)
  })

  it('folds nothing when all fit', () => {
    const parts = Array.from({ length: 8 }, (_, index) => ({ label: `${index}`, value: index }))
    expect(foldParts(parts, 8, formatOther).map(({ index }) => index)).toEqual([
      7, 6, 5, 4, 3, 2, 1, 0,
    ])
  })
})
