import { useMemo, useSyncExternalStore } from 'react'
import { type Address, parseAddress } from '../core/places/address.js'
import { history } from '../data/history.js'

/** The address of the page. The router decodes its own pathname, so the browser's is read. */
export function useAddress(): Address {
  const path = useSyncExternalStore(history.subscribe, () => history.location.pathname)
  return useMemo(() => parseAddress(path), [path])
}
