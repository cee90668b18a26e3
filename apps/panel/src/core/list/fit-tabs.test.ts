import { describe, expect, it } from 'vitest'
import { fitTabs } from './fit-tabs.js'

describe('fitTabs', () => {
  it('shows all that fit, in their order', () => {
    expect(fitTabs([40, 60, 80], 200, 0)).toEqual([0, 1, 2])
    expect(fitTabs([40, 60, 80], 120, 0)).toEqual([0, 1])
    expect(fitTabs([], 100, -1)).toEqual([])
  })

  it('always shows the first and the current one', () => {
    expect(fitTabs([40, 60, 80], 10, 2)).toEqual([0, 2])
    expect(fitTabs([40, 60, 80], 190, 2)).toEqual([0, 1, 2])
  })

  it('leaves none out between two that are shown, unless the second is current', () => {
    expect(fitTabs([40, 200, 10, 10], 100, 3)).toEqual([0, 3])
  })
})
