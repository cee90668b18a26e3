import { describe, expect, it } from 'vitest'
import { createFakeClock } from '../testing/fake-clock.js'
import { createBackoff } from './backoff.js'
import { createLazy } from './lazy.js'
import { readRetryAfter } from './retry-after.js'
import { createRetries } from './retry-later.js'

const idle = () => new Promise<void>(resolve => setImmediate(resolve))

describe('createBackoff', () => {
  it('doubles up to half a minute, is drawn below that, and begins anew after a success', () => {
    const backoff = createBackoff(() => 1)
    const delays = Array.from({ length: 8 }, () => backoff.next())
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
    backoff.reset()
    expect(backoff.next()).toBe(1000)
    const lucky = createBackoff(() => 0)
    expect([lucky.next(), lucky.next()]).toEqual([0, 0])
  })

  it('never comes back before the time the service named', () => {
    for (const random of [0, 0.5, 0.999]) {
      const delay = createBackoff(() => random).next(60_000)
      expect(delay).toBeGreaterThanOrEqual(60_000)
      expect(delay).toBeLessThan(61_000)
    }
  })
})

describe('readRetryAfter', () => {
  const now = Date.parse('2030-01-01T00:00:00Z')
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['soon', undefined],
    ['0', 0],
    [' 7 ', 7000],
    ['Tue, 01 Jan 2030 00:00:30 GMT', 30_000],
    ['Mon, 31 Dec 2029 00:00:00 GMT', 0],
    ['9999999', 3_600_000],
  ])('reads %j as %j', (header, expected) => {
    expect(readRetryAfter(header, now)).toBe(expected)
  })
})

describe('createRetries', () => {
  it('tries until it succeeds, and a newer task of the same name takes its place', async () => {
    const clock = createFakeClock(idle)
    const retries = createRetries(clock, () => 0.5)
    const tried: string[] = []
    const task = (name: string, failures: number) => async () => {
      tried.push(name)
      if (tried.filter(each => each === name).length <= failures) throw new Error('not yet')
    }
    retries.later('schema', task('old', 9))
    retries.later('report', task('report', 2))
    await clock.advance(600)
    retries.later('schema', task('new', 1))
    await clock.advance(60_000)
    expect(tried).toEqual(['old', 'report', 'new', 'report', 'new', 'report'])
    expect(clock.waiting).toBe(0)
  })

  it('takes nothing after stop, also from a task that fails later', async () => {
    const clock = createFakeClock(idle)
    const retries = createRetries(clock, () => 0.5)
    retries.later('a', async () => {
      retries.stop()
      throw new Error('stopped meanwhile')
    })
    await clock.advance(1000)
    retries.later('b', async () => {})
    expect(clock.waiting).toBe(0)
  })

  it('forgets no task, however many wait', async () => {
    const clock = createFakeClock(idle)
    const retries = createRetries(clock, () => 0.5)
    const done = new Set<number>()
    for (let id = 0; id < 1500; id += 1) retries.later(String(id), async () => void done.add(id))
    await clock.advance(60_000)
    expect(done.size).toBe(1500)
  })
})

describe('createLazy', () => {
  it('shares one load, forgets failures, and loads anew after its time', async () => {
    const clock = createFakeClock(idle)
    let loads = 0
    const lazy = createLazy(
      async () => {
        loads += 1
        if (loads === 1) throw new Error('first')
        return loads
      },
      1000,
      clock,
    )
    await expect(lazy.get()).rejects.toThrow('first')
    expect(await Promise.all([lazy.get(), lazy.get()])).toEqual([2, 2])
    clock.advanceNow(999)
    expect(await lazy.get()).toBe(2)
    clock.advanceNow(1)
    expect(await lazy.get()).toBe(3)
    lazy.invalidate()
    expect(await lazy.get()).toBe(4)
  })
})
