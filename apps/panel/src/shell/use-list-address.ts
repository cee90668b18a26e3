import { useRouter } from '@tanstack/react-router'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import {
  formatListState,
  formatSearch,
  type ListState,
  parseListState,
  parseSearch,
} from '../core/list/list-state.js'

export type ChangeListState = (
  change: Partial<ListState>,
  options?: { readonly isReplaced: boolean },
) => void

/** The state of the list, which is the query of the address, and a way to change a part of it. */
export function useListAddress(): readonly [ListState, ChangeListState] {
  const { history } = useRouter()
  const search = useSyncExternalStore(history.subscribe, () => history.location.search)
  const state = useMemo(() => parseListState(parseSearch(search)), [search])
  const change = useCallback<ChangeListState>(
    (part, options) => {
      const { pathname, search: current } = history.location
      const next = { ...parseListState(parseSearch(current)), ...part }
      const address = pathname + formatSearch(formatListState(next))
      if (options?.isReplaced) history.replace(address)
      else history.push(address)
    },
    [history],
  )
  return [state, change]
}
