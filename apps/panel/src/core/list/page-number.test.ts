import { describe, expect, it } from 'vitest'
import { findPagePosition } from './page-number.js'

describe('findPagePosition', () => {
  const about = (count: number) => ({ count, isEstimated: true })
  const exactly = (count: number) => ({ count, isEstimated: false })

  it('counts pages of a hundred', () => {
    expect(findPagePosition(1, 100, exactly(2_000)).pageCount).toBe(20)
    expect(findPagePosition(1, 100, exactly(2_001)).pageCount).toBe(21)
    expect(findPagePosition(1, 0, exactly(0)).pageCount).toBe(1)
    expect(findPagePosition(1, 100, null).pageCount).toBeUndefined()
  })

  it('goes on after a full page, unless an exact count says that it is the last', () => {
    expect(findPagePosition(1, 100, exactly(100)).hasNext).toBe(false)
    expect(findPagePosition(1, 100, about(100))).toMatchObject({ hasNext: true, pageCount: 2 })
    expect(findPagePosition(3, 100, null).hasNext).toBe(true)
    expect(findPagePosition(3, 40, about(5_000)).hasNext).toBe(false)
  })

  it('goes back to the first page', () => {
    expect(findPagePosition(1, 100, null).hasPrevious).toBe(false)
    expect(findPagePosition(2, 0, about(90))).toMatchObject({ hasPrevious: true, pageCount: 2 })
  })
})
