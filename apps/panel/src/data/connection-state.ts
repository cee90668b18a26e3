import { useSyncExternalStore } from 'react'
import type { ApiSource } from './api-error.js'

/** What cannot be reached at the moment. */
export type Unreachable = 'network' | ApiSource

const unreachable = new Set<ApiSource>()
const listeners = new Set<() => void>()

/** Reports whether a server responded; every request does. */
export function reportReachable(source: ApiSource, isReachable: boolean): void {
  if (unreachable.has(source) !== isReachable) return
  if (isReachable) unreachable.delete(source)
  else unreachable.add(source)
  for (const listener of listeners) listener()
}

/** What the person has to know about first; undefined when everything responds. */
export function useUnreachable(): Unreachable | undefined {
  return useSyncExternalStore(subscribe, readUnreachable)
}

function readUnreachable(): Unreachable | undefined {
  if (!navigator.onLine) return 'network'
  if (unreachable.has('agent')) return 'agent'
  return unreachable.has('service') ? 'service' : undefined
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
