import type { View } from '@service/protocol'
import { useCallback, useMemo } from 'react'
import type { ListState } from '../core/list/list-state.js'
import { applyView, changeAddress, findView, findWantedView } from '../core/list/views.js'
import type { CollectionModel } from '../core/schema/collection-model.js'
import { useViews } from '../data/use-views.js'
import { type ChangeListState, useListAddress } from './use-list-address.js'

export interface ListStateAccess {
  /** Everything the list shows: the view with the changes of the address. */
  readonly state: ListState
  readonly view: View | undefined
  /** A view that the address names and that is not there, or not for this person. */
  readonly missingView: number | undefined
  /** Whether the view is still on its way: what the list shows is not known before. */
  readonly isWaiting: boolean
  readonly change: ChangeListState
  /** Shows something else in the list: a view, or a segment. */
  readonly open: (address: ListState) => void
}

/** The state of a list, by its address and the saved views. */
export function useListState(collection: CollectionModel | undefined): ListStateAccess {
  const [address, move] = useListAddress()
  const { name, defaultView } = collection ?? {}
  const wanted = findWantedView(address, defaultView)
  // A list that shows no view has its rows first.
  const { views, isLoading } = useViews({ isWanted: wanted !== undefined })
  const known = useMemo(
    () => ({ views: views.filter(view => view.collectionName === name), defaultView }),
    [views, name, defaultView],
  )
  const view = findView(address, known)
  const state = useMemo(() => applyView(view, address), [view, address])
  const change = useCallback<ChangeListState>(
    (part, options) => move(current => changeAddress(current, known, part), options),
    [move, known],
  )
  const open = useCallback((next: ListState) => move(() => next), [move])
  return {
    state,
    view,
    missingView: view || isLoading ? undefined : address.view || undefined,
    isWaiting: isLoading && wanted !== undefined,
    change,
    open,
  }
}
