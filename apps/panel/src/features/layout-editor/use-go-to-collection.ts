import { useCallback } from 'react'
import { formatAddress } from '../../core/places/address.js'
import { history } from '../../data/history.js'
import { usePlace } from '../../data/place-context.js'

/** Opens the list of a collection. */
export function useGoToCollection(): (collection: string) => void {
  const { names } = usePlace()
  return useCallback(
    collection => history.push(formatAddress({ ...names, screen: { kind: 'list', collection } })),
    [names],
  )
}
