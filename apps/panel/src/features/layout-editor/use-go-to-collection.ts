import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { formatAddress } from '../../core/places/address.js'
import { usePlace } from '../../data/place-context.js'

/** Opens the list of a collection. */
export function useGoToCollection(): (collection: string) => void {
  const { names } = usePlace()
  const { history } = useRouter()
  return useCallback(
    collection => history.push(formatAddress({ ...names, screen: { kind: 'list', collection } })),
    [history, names],
  )
}
