import { useRouter } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { removePeek } from '../../core/list/list-state.js'

/** What the page of a record keeps of the list it was opened from, as the search part of addresses. */
export function useListSearch(): string {
  const { history } = useRouter()
  return removePeek(useSyncExternalStore(history.subscribe, () => history.location.search))
}
