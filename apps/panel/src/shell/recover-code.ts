import { useSyncExternalStore } from 'react'
import { isUnreachable, watchConnections } from '../data/connection-state.js'
import { sendRequest } from '../data/send-request.js'

const KEY = 'reloaded-build'

let needsReload = false
const listeners = new Set<() => void>()

/** Whether there is code that only loading the page again brings. */
export function useNeedsReload(): boolean {
  return useSyncExternalStore(subscribe, () => needsReload)
}

/**
 * Creates what to do each time a part of this build cannot be loaded: while the service is away, wait
 * until it responds. When the code is gone, as after an update, the page is loaded again; once only,
 * as the code may stay missing. Who has waited is asked first: they may be busy by now.
 */
export function createCodeRecovery(build: string): (error: unknown) => Promise<void> {
  let failures = 0
  let hasWaited = false
  return async error => {
    failures += 1
    const response = await sendRequest('service', '/healthz', { cache: 'no-store' }).catch(
      () => undefined,
    )
    if (!response) {
      hasWaited = true
      return waitForService()
    }
    // The service may have been away for a moment.
    if (failures === 1) return
    if (hasWaited) return askForReload()
    if (!response.ok || sessionStorage.getItem(KEY) === build) throw error
    sessionStorage.setItem(KEY, build)
    location.reload()
    return never
  }
}

const never = new Promise<never>(() => {})

function askForReload(): Promise<never> {
  needsReload = true
  for (const listener of listeners) listener()
  return never
}

function waitForService(): Promise<void> {
  return new Promise(resolve => {
    const stop = watchConnections(() => {
      if (isUnreachable('service')) return
      stop()
      resolve()
    })
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
