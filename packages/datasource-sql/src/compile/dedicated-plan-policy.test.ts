import { describe, expect, it } from 'vitest'
import {
  createDedicatedPlanPolicy,
  type DedicatedPlanPolicy,
  recordDuration,
} from './dedicated-plan-policy.js'

function answer(policy: DedicatedPlanPolicy, times: number, tookMs: number): void {
  for (let i = 0; i < times; i++) recordDuration(policy, tookMs)
}

describe('a habit', () => {
  it('uses a dedicated plan after twenty fast runs in a row', () => {
    const policy = createDedicatedPlanPolicy()
    answer(policy, 19, 2)
    expect(policy.isDedicatedUsed).toBe(false)
    answer(policy, 1, 2)
    expect(policy.isDedicatedUsed).toBe(true)
  })

  it('does not use one while runs are slow, because planning time then does not matter', () => {
    const policy = createDedicatedPlanPolicy()
    for (let i = 0; i < 100; i++) {
      answer(policy, 19, 2)
      answer(policy, 1, 101)
    }
    expect(policy.isDedicatedUsed).toBe(false)
  })

  it('keeps it when runs are a little slower', () => {
    const policy = createDedicatedPlanPolicy()
    answer(policy, 20, 1)
    answer(policy, 1000, 20)
    expect(policy.isDedicatedUsed).toBe(true)
  })

  it('loses it with one answer that is much slower than all before', () => {
    const policy = createDedicatedPlanPolicy()
    answer(policy, 19, 1)
    answer(policy, 1, 5)
    answer(policy, 1, 50)
    expect(policy.isDedicatedUsed).toBe(true)
    answer(policy, 1, 51)
    expect(policy.isDedicatedUsed).toBe(false)
  })

  it('has to show more and more to get it back', () => {
    const policy = createDedicatedPlanPolicy()
    for (const needed of [20, 1000, 50_000]) {
      answer(policy, needed - 1, 1)
      expect(policy.isDedicatedUsed).toBe(false)
      answer(policy, 1, 1)
      expect(policy.isDedicatedUsed).toBe(true)
      answer(policy, 1, 10_000)
      expect(policy.isDedicatedUsed).toBe(false)
    }
  })
})
