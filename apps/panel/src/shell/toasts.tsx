import { Suspense, useSyncExternalStore } from 'react'
import { lazyPart } from '../ui/lazy-part.js'
import type { Toast } from './toast.js'

export interface Toasts {
  readonly show: (toast: Toast) => void
}

const ToastRegion = lazyPart(() => import('./toast-region.js'))

/** Toasts that the region has not taken yet. */
let waiting: readonly Toast[] = []
const listeners = new Set<() => void>()

const toasts: Toasts = {
  show(toast) {
    waiting = [...waiting, toast]
    for (const listener of listeners) listener()
  },
}

/**
 * Says what happened, for 8 seconds, with a way to take it back.
 *
 * @example
 * const { show } = useToasts()
 * show({ text: 'ORD-002000 saved', undo: takeBack })
 */
export function useToasts(): Toasts {
  return toasts
}

/** The region of the toasts; its code is loaded with the first one. */
export function ToastHost() {
  const isUsed = useSyncExternalStore(subscribe, readIsUsed)
  return isUsed ? (
    <Suspense>
      <ToastRegion subscribe={subscribe} take={take} />
    </Suspense>
  ) : null
}

let wasUsed = false

function readIsUsed(): boolean {
  wasUsed ||= waiting.length > 0
  return wasUsed
}

function take(): readonly Toast[] {
  const taken = waiting
  waiting = []
  return taken
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
