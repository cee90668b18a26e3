import { useSyncExternalStore } from 'react'
import { removePeek } from '../../core/list/list-state.js'
import { history } from '../../data/history.js'

/** What the page of a record keeps of the list it was opened from, as the search part of addresses. */
export function useListSearch(): string {
  return removePeek(useSyncExternalStore(history.subscribe, () => history.location.search))
}
