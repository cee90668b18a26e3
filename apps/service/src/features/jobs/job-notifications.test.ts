import { describe, expect, it } from 'vitest'
import type { Listener } from '../../store/listener.js'
import type { Store } from '../../store/open-store.js'
import { createJobNotifications } from './job-notifications.js'

/** A newsroom on a store that announces what the test says. */
function open() {
  const listeners: Listener[] = []
  let unlistened = 0
  const store: Pick<Store, 'listen'> = {
    listen(channel, listener) {
      expect(channel).toBe('service_jobs')
      listeners.push(listener)
      return async () => {
        unlistened += 1
      }
    },
  }
  const onNotification: string[] = []
  const notifications = createJobNotifications(store, {
    onNotification: (notification, jobId) => onNotification.push(`${notification} ${jobId}`),
    opened: () => onNotification.push('opened'),
  })
  return {
    notifications,
    onNotification,
    listeners,
    announce: (payload: string) => listeners[0]?.onNotification(payload),
    unlistened: () => unlistened,
  }
}

const never = () => new AbortController().signal

describe('news of jobs', () => {
  it('are listened to when somebody wants them, once', async () => {
    const { notifications, listeners, unlistened } = open()
    expect(listeners).toEqual([])
    notifications.listen()
    notifications.listen()
    expect(listeners.length).toBe(1)
    await notifications.stop()
    expect(unlistened()).toBe(1)
  })

  it('reach those who wait for that job, and no others', async () => {
    const { notifications, announce, onNotification } = open()
    const [one, again, other] = [1, 1, 2].map(id => notifications.next(id, never()))
    announce('running 1')
    expect([await one, await again, onNotification]).toEqual([true, true, ['running 1']])
    announce('ended 2')
    expect(await other).toBe(true)
  })

  it('may have been missed while nobody listened: everyone looks again', async () => {
    const { notifications, listeners, onNotification } = open()
    const waits = [1, 2].map(id => notifications.next(id, never()))
    listeners[0]?.opened()
    expect([await Promise.all(waits), onNotification]).toEqual([[true, true], ['opened']])
  })

  it('do not come for who has left', async () => {
    const { notifications, announce } = open()
    const leaving = new AbortController()
    const left = notifications.next(1, leaving.signal)
    leaving.abort()
    expect(await left).toBe(false)
    expect(await notifications.next(1, leaving.signal)).toBe(false)
    announce('ended 1')
  })

  it('are not waited for by more than a thousand, and by nobody when the service stops', async () => {
    const { notifications } = open()
    const waits = Array.from({ length: 1_000 }, (_, id) => notifications.next(id, never()))
    expect(await notifications.next(1, never())).toBe(false)
    await notifications.stop()
    expect(new Set(await Promise.all(waits))).toEqual(new Set([false]))
    expect(await notifications.next(1, never())).toBe(false)
  })
})
