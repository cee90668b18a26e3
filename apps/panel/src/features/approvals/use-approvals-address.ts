import { useCallback, useMemo, useSyncExternalStore } from 'react'
import {
  type ApprovalsState,
  formatApprovalsState,
  parseApprovalsState,
} from '../../core/approvals/approvals-state.js'
import { formatSearch, parseSearch } from '../../core/list/list-state.js'
import { formatAddress } from '../../core/places/address.js'
import { history } from '../../data/history.js'
import { usePlace } from '../../data/place-context.js'
import { useAddress } from '../../shell/use-address.js'

/** Parts of the list to replace; undefined removes one. */
type StateChange = { readonly [K in keyof ApprovalsState]?: ApprovalsState[K] | undefined }

/** What the address says: the list, and the request that is open. */
export interface ApprovalsAddress {
  readonly state: ApprovalsState
  /** The request that is open. */
  readonly id: number | undefined
  /** Whether the address names a request that cannot exist. */
  readonly isWrong: boolean
  /** The address of a list, or of one of its requests. */
  readonly buildHref: (state: ApprovalsState, id?: number) => string
  /** Replaces the list by another one. */
  readonly change: (change: StateChange) => void
  readonly close: () => void
}

export function useApprovalsAddress(): ApprovalsAddress {
  const { names } = usePlace()
  const { screen } = useAddress()
  const search = useSyncExternalStore(history.subscribe, () => history.location.search)
  const state = useMemo(() => parseApprovalsState(parseSearch(search)), [search])
  const named = screen.kind === 'approvals' ? screen.id : undefined
  const id = named !== undefined && /^[1-9]\d{0,14}$/.test(named) ? Number(named) : undefined
  const buildHref = useCallback(
    (next: ApprovalsState, opened?: number) => {
      const path = formatAddress({
        ...names,
        screen: { kind: 'approvals', ...(opened !== undefined && { id: String(opened) }) },
      })
      return path + formatSearch(formatApprovalsState(next))
    },
    [names],
  )
  const change = useCallback(
    (part: StateChange) => history.replace(buildHref({ ...state, ...part } as ApprovalsState, id)),
    [buildHref, state, id],
  )
  const close = useCallback(() => history.push(buildHref(state)), [buildHref, state])
  return { state, id, isWrong: named !== undefined && id === undefined, buildHref, change, close }
}
