import { afterEach, describe, expect, it } from 'vitest'
import { createTestClock } from './test-clock.js'

const clock = createTestClock()
const real = globalThis.Date

afterEach(() => clock.restore())

describe('the test clock', () => {
  it('leaves the time alone until it is moved', () => {
    expect(globalThis.Date).toBe(real)
    expect(clock.now()).toBeInstanceOf(Date)
  })

  it('moves every way to ask for the time', () => {
    clock.set('2030-01-02T03:04:05Z')
    expect(new Date().toISOString()).toMatch(/^2030-01-02T03:04:0/)
    expect(new real(Date.now()).toISOString()).toMatch(/^2030-01-02T03:04:0/)
    expect(Date()).toContain('2030')
    clock.advance(86_400_000)
    expect(clock.now().toISOString()).toMatch(/^2030-01-03/)
  })

  it('leaves moments as they are, and dates dates', () => {
    const before = new Date(0)
    clock.set('2030-01-01T00:00:00Z')
    expect(before).toBeInstanceOf(Date)
    expect(new Date()).toBeInstanceOf(real)
    expect(new Date(0).getTime()).toBe(0)
    expect(new Date(2020, 1, 2).getDate()).toBe(2)
    expect(Date.UTC(2020, 0, 1)).toBe(1_577_836_800_000)
    expect(Date.parse('2020-01-01T00:00:00Z')).toBe(1_577_836_800_000)
    class Day extends Date {}
    expect(new Day()).toBeInstanceOf(Day)
    expect(new Day().getUTCFullYear()).toBe(2030)
  })

  it('gives the real time back', () => {
    clock.advance(1e12)
    clock.restore()
    expect(globalThis.Date).toBe(real)
    expect(() => clock.set('no moment')).toThrow('invalid time')
    expect(globalThis.Date).toBe(real)
  })
})
