import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createMemoryCodeStore } from './memory-code-store.js'
import { redeemCode } from './redeem-code.js'
import { describeCodeStore } from './testing/index.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describeCodeStore('in memory', async () => {
  const codes = createMemoryCodeStore<{ userId: number }>()
  return {
    clientId: 'a client',
    data: { userId: 1 },
    use: run => run(codes),
    expireAll: async () => void vi.advanceTimersByTime(60_000),
  }
})

describe('a code in memory', () => {
  const clientId = 'a client'

  it('is good for a minute', async () => {
    const codes = createMemoryCodeStore<number>()
    const [first, second] = [codes.issue({ clientId }, 1), codes.issue({ clientId }, 2)]
    vi.advanceTimersByTime(59_999)
    expect((await redeemCode(codes, { code: first, clientId })).status).toBe('redeemed')
    vi.advanceTimersByTime(1)
    expect((await redeemCode(codes, { code: second, clientId })).status).toBe('expired')
  })

  it('is forgotten when its time is over and another is issued', () => {
    const codes = createMemoryCodeStore<number>()
    const code = codes.issue({ clientId }, 1)
    vi.advanceTimersByTime(60_000)
    codes.issue({ clientId }, 2)
    expect(codes.take(code, clientId)).toBeUndefined()
  })

  it('makes room for the next one when there are too many', () => {
    const codes = createMemoryCodeStore<number>(3)
    const [oldest, ...rest] = [1, 2, 3, 4].map(data => codes.issue({ clientId }, data))
    expect(codes.take(oldest ?? '', clientId)).toBeUndefined()
    expect(rest.map(code => codes.take(code, clientId)?.data)).toEqual([2, 3, 4])
  })
})
