import { useSyncExternalStore } from 'react'
import type { ApiSource } from './api-error.js'

/** What does not work at the moment. */
export type Trouble =
  | { readonly kind: 'network' | ApiSource }
  /** The agent serves with rights that the service confirmed at this time. */
  | { readonly kind: 'stale'; readonly asOf: Date | undefined }

const network: Trouble = { kind: 'network' }
const away: Readonly<Record<ApiSource, Trouble>> = {
  agent: { kind: 'agent' },
  service: { kind: 'service' },
}
const unreachable = new Set<ApiSource>()
let stale: Trouble | undefined
/** Whether `navigator.onLine` tells anything: on a machine without a network it is false, whatever responds there. */
let isOnLineTrue: boolean | undefined
const listeners = new Set<() => void>()

/** Reports whether a server responded; every request does. */
export function reportReachable(source: ApiSource, isReachable: boolean): void {
  if (isReachable) isOnLineTrue ??= navigator.onLine
  if (unreachable.has(source) !== isReachable) return
  if (isReachable) unreachable.delete(source)
  else unreachable.add(source)
  notify()
}

export function isUnreachable(source: ApiSource): boolean {
  return unreachable.has(source)
}

/** Reports whether the rights of the agent are current, or of which time they are. */
export function reportRights(rights: 'current' | { readonly asOf: Date | undefined }): void {
  if (rights === 'current' && !stale) return
  stale = rights === 'current' ? undefined : { kind: 'stale', asOf: rights.asOf }
  notify()
}

/** What the person has to know about first; undefined when everything works. */
export function useTrouble(): Trouble | undefined {
  return useSyncExternalStore(watchConnections, readTrouble)
}

export function readTrouble(): Trouble | undefined {
  if (isOnLineTrue !== false && !navigator.onLine && unreachable.size > 0) return network
  if (unreachable.has('agent')) return away.agent
  return unreachable.has('service') ? away.service : stale
}

/** Calls back when a server goes away or comes back; the result ends that. */
export function watchConnections(listener: () => void): () => void {
  const handleOnline = () => {
    isOnLineTrue = true
    listener()
  }
  listeners.add(listener)
  window.addEventListener('online', handleOnline)
  window.addEventListener('offline', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('online', handleOnline)
    window.removeEventListener('offline', listener)
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}
