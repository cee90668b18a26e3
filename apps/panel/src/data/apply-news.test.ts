import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { applyNews } from './apply-news.js'

const place = { projectId: 1, environmentId: 1, renderingId: 1 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', () => Promise.reject(new Error('There is no service.')))
})
afterEach(() => {
  vi.runAllTimers()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('reads the schema again for agents that learn late of new rights, and no more often for many changes', () => {
  const client = new QueryClient()
  const refetch = vi.spyOn(client, 'refetchQueries')
  applyNews(client, { event: 'rights' }, place)
  applyNews(client, { event: 'rights' }, place)
  const readings = [2_000, 3_000, 9_000].map(milliseconds => {
    vi.advanceTimersByTime(milliseconds)
    return refetch.mock.calls.length
  })
  expect(readings).toEqual([1, 2, 3])
  expect(refetch).toHaveBeenLastCalledWith({ queryKey: ['schema'], type: 'active' })
  applyNews(client, { event: 'rights' }, place)
  vi.advanceTimersByTime(2_000)
  expect(refetch).toHaveBeenCalledTimes(4)
})
