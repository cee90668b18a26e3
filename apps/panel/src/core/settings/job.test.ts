import { describe, expect, it } from 'vitest'
import { buildWaitPath, isCancellable, type Job, measureJob } from './job.js'

const running = {
  status: 'running',
  exitCode: null,
  startedAt: '2026-11-17T12:00:00.000000Z',
  finishedAt: null,
  cancelRequestedAt: null,
} as Job

describe('a job', () => {
  it('can be cancelled once, while it has not ended', () => {
    expect(isCancellable(running)).toBe(true)
    expect(isCancellable({ ...running, cancelRequestedAt: running.createdAt ?? '' })).toBe(false)
    expect(isCancellable({ ...running, status: 'succeeded', exitCode: 0 })).toBe(false)
  })

  it('is measured from its start', () => {
    const now = new Date('2026-11-17T12:00:05Z')
    expect(measureJob(running, now)).toBe(5_000)
    const finishedAt = '2026-11-17T12:00:02.000000Z'
    expect(measureJob({ ...running, finishedAt }, now)).toBe(2_000)
    expect(measureJob({ ...running, startedAt: null }, now)).toBeUndefined()
  })

  it('is waited for while it runs, from the status that is known', () => {
    expect(buildWaitPath('/jobs/7', undefined)).toBe('/jobs/7')
    expect(buildWaitPath('/jobs/7', running)).toBe('/jobs/7?wait=2&status=running')
    expect(buildWaitPath('/jobs/7', { ...running, exitCode: 0 })).toBe('/jobs/7')
  })
})
