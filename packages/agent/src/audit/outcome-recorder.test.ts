import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuditTrail } from './audit-trail.js'
import { createOutcomeRecorder, type OutcomeRecorder } from './outcome-recorder.js'

let isAway: boolean
let done: Set<number>
let withdrawn: Set<number>
let poison: number | undefined
let outcomeRecorder: OutcomeRecorder

beforeEach(() => {
  vi.useFakeTimers()
  isAway = true
  done = new Set()
  withdrawn = new Set()
  poison = undefined
  outcomeRecorder = createOutcomeRecorder(trail, () => {})
})
afterEach(() => vi.useRealTimers())

const answer = async (ids: readonly number[], into: Set<number>) => {
  if (isAway || ids.includes(poison ?? Number.NaN)) throw new Error('away')
  for (const id of ids) into.add(id)
}
const trail = {
  settle: entries =>
    answer(
      entries.map(({ id }) => id),
      done,
    ),
  withdraw: ids => answer(ids, withdrawn),
} as Pick<AuditTrail, 'settle' | 'withdraw'> as AuditTrail

const settleMany = async (count: number) => {
  for (let id = 1; id <= count; id++) {
    await outcomeRecorder.record([2 * id, 2 * id + 1], ['kept', 'void'])
  }
}

describe('the settler', () => {
  it('drops nothing of more than 1,000 changes that end while the trail is away', async () => {
    await settleMany(2500)
    expect(done.size).toBe(0)
    isAway = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect([done.size, withdrawn.size]).toEqual([2500, 2500])
    expect(await outcomeRecorder.flush()).toBe(0)
  })

  it('lets no change begin while 1,000 wait, and tells them first when the trail is back', async () => {
    await settleMany(999)
    await outcomeRecorder.ready()
    await settleMany(1)
    await expect(outcomeRecorder.ready()).rejects.toThrow(
      'outcomes of 1000 changes could not be stored',
    )
    isAway = false
    await outcomeRecorder.ready()
    expect(done.size).toBe(999)
  })

  it('is not held up by a change that the trail never takes', async () => {
    await settleMany(20)
    isAway = false
    poison = 2
    await vi.advanceTimersByTimeAsync(5000)
    expect(done.size).toBe(19)
    expect(await outcomeRecorder.flush()).toBe(1)
  })

  it('asks a trail that is away a few times a round, not once for each change', async () => {
    await settleMany(50)
    const settle = vi.spyOn(trail, 'settle')
    await vi.advanceTimersByTimeAsync(5000)
    expect(settle).toHaveBeenCalledTimes(3)
    settle.mockRestore()
  })
})
