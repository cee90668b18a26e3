import { useSyncExternalStore } from 'react'

const wide = window.matchMedia('(min-width: 1200px)')

/** Whether the window has room for a third column. */
export function useIsWide(): boolean {
  return useSyncExternalStore(subscribe, () => wide.matches)
}

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
