import { describe, expect, it } from 'vitest'
import { createRecentMap } from './recent-map.js'

describe('a recent map', () => {
  it('forgets what was not asked for while others came', () => {
    const map = createRecentMap<string, number>(10)
    map.set('old', 0)
    for (let index = 1; index < 30; index += 1) map.set(`key ${index}`, index)
    expect(map.get('old')).toBeUndefined()
    expect(map.get('key 29')).toBe(29)
  })

  it('keeps what is asked for again and again', () => {
    const map = createRecentMap<string, number>(10)
    map.set('hot', 1)
    for (let index = 1; index < 100; index += 1) {
      map.set(`key ${index}`, index)
      expect(map.get('hot')).toBe(1)
    }
  })

  it('tells which keys it forgets, each once, and never one that was used lately', () => {
    const forgotten: string[] = []
    const map = createRecentMap<string, number>(10, keys => forgotten.push(...keys))
    map.set('hot', 1)
    for (let index = 1; index < 100; index += 1) {
      map.set(`key ${index}`, index)
      map.get('hot')
    }
    expect(forgotten).not.toContain('hot')
    expect(new Set(forgotten).size).toBe(forgotten.length)
    expect(forgotten.length).toBeGreaterThanOrEqual(99 - 20)
  })
})
