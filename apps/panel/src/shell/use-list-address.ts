import { useCallback, useMemo, useSyncExternalStore } from 'react'
import {
  formatListState,
  formatSearch,
  type ListState,
  parseListState,
  parseSearch,
} from '../core/list/list-state.js'
import { history } from '../data/history.js'

interface ChangeOptions {
  readonly isReplaced: boolean
}

export type ChangeListState = (change: Partial<ListState>, options?: ChangeOptions) => void

/** Computes the next address from the current one. */
export type MoveList = (next: (address: ListState) => ListState, options?: ChangeOptions) => void

/** What the query of the address says about the list, and a way to go to another one. */
export function useListAddress(): readonly [ListState, MoveList] {
  const search = useSyncExternalStore(history.subscribe, () => history.location.search)
  const address = useMemo(() => parseListState(parseSearch(search)), [search])
  const move = useCallback<MoveList>((next, options) => {
    const { pathname, search: current } = history.location
    const state = next(parseListState(parseSearch(current)))
    const path = pathname + formatSearch(formatListState(state))
    if (options?.isReplaced) history.replace(path)
    else history.push(path)
  }, [])
  return [address, move]
}
