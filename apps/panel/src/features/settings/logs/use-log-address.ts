import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { formatSearch, parseSearch } from '../../../core/list/list-state.js'
import type { LogName } from '../../../core/logs/log-entry.js'
import {
  formatLogState,
  type LogFacet,
  type LogState,
  parseLogState,
} from '../../../core/logs/log-state.js'
import { formatAddress } from '../../../core/places/address.js'
import { history } from '../../../data/history.js'
import { usePlace } from '../../../data/place-context.js'
import { useAddress } from '../../../shell/use-address.js'

/** Parts of the state to replace; undefined removes one. */
type StateChange = { readonly [K in keyof LogState]?: LogState[K] | undefined }

/** What the address says: which log, what limits it, and the entry that is open. */
export interface LogAddress {
  readonly log: LogName
  readonly state: LogState
  /** The time of the entry that is open. */
  readonly openedAt: string | undefined
  /** The address of a log, or of one of its entries. */
  readonly buildHref: (state: LogState, openedAt?: string) => string
  readonly change: (change: StateChange) => void
  readonly changeFacet: (facet: LogFacet, value: string) => void
  readonly open: (openedAt: string | undefined) => void
}

export function useLogAddress(log: LogName): LogAddress {
  const { names } = usePlace()
  const { screen } = useAddress()
  const search = useSyncExternalStore(history.subscribe, () => history.location.search)
  const state = useMemo(() => parseLogState(log, parseSearch(search)), [log, search])
  const openedAt = screen.kind === 'settings' ? screen.id : undefined
  const buildHref = useCallback(
    (next: LogState, entry?: string) => {
      const path = formatAddress({
        ...names,
        screen: { kind: 'settings', area: log, ...(entry !== undefined && { id: entry }) },
      })
      return path + formatSearch(formatLogState(next))
    },
    [names, log],
  )
  const change = useCallback(
    (part: StateChange) => history.replace(buildHref({ ...state, ...part } as LogState)),
    [buildHref, state],
  )
  const changeFacet = useCallback(
    (facet: LogFacet, value: string) => {
      const { [facet]: _, ...others } = state.facets
      change({ facets: value === '' ? others : { ...others, [facet]: value } })
    },
    [change, state],
  )
  const open = useCallback(
    (entry: string | undefined) => history.push(buildHref(state, entry)),
    [buildHref, state],
  )
  return { log, state, openedAt, buildHref, change, changeFacet, open }
}
