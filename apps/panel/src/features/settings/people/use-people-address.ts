import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { formatSearch, parseSearch } from '../../../core/list/list-state.js'
import { formatAddress } from '../../../core/places/address.js'
import {
  formatMemberFilter,
  type MemberFilter,
  parseMemberFilter,
} from '../../../core/settings/people/member-filter.js'
import { history } from '../../../data/history.js'
import { usePlace } from '../../../data/place-context.js'
import { useAddress } from '../../../shell/use-address.js'

type FilterChange = { readonly [K in keyof MemberFilter]?: MemberFilter[K] | undefined }

/** What the address says: which people are listed, and who is open. */
export interface PeopleAddress {
  readonly filter: MemberFilter
  /** The person who is open. */
  readonly id: number | undefined
  readonly buildHref: (id?: number) => string
  /** Replaces parts of the filter; undefined removes one. */
  readonly change: (change: FilterChange) => void
  readonly clear: () => void
  readonly close: () => void
}

export function usePeopleAddress(): PeopleAddress {
  const { names } = usePlace()
  const { screen } = useAddress()
  const search = useSyncExternalStore(history.subscribe, () => history.location.search)
  const filter = useMemo(() => parseMemberFilter(parseSearch(search)), [search])
  const named = screen.kind === 'settings' ? screen.id : undefined
  const id = named !== undefined && /^[1-9]\d{0,14}$/.test(named) ? Number(named) : undefined
  const build = useCallback(
    (next: MemberFilter, opened?: number) =>
      formatAddress({
        ...names,
        screen: {
          kind: 'settings',
          area: 'people',
          ...(opened !== undefined && { id: String(opened) }),
        },
      }) + formatSearch(formatMemberFilter(next)),
    [names],
  )
  return {
    filter,
    id,
    buildHref: useCallback((opened?: number) => build(filter, opened), [build, filter]),
    change: useCallback(
      (part: FilterChange) => history.replace(build({ ...filter, ...part } as MemberFilter, id)),
      [build, filter, id],
    ),
    clear: useCallback(() => history.replace(build({}, id)), [build, id]),
    close: useCallback(() => history.push(build(filter)), [build, filter]),
  }
}
