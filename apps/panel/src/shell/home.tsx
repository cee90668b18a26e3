import { Suspense, useEffect } from 'react'
import { formatAddress } from '../core/places/address.js'
import { listCollections } from '../core/schema/list-collections.js'
import { history } from '../data/history.js'
import { usePlace } from '../data/place-context.js'
import { useSchema } from '../data/use-schema.js'
import { lazyPart } from '../ui/lazy-part.js'
import { ErrorView } from './error-view.js'

const NoCollections = lazyPart(() => import('./no-collections.js'))

/** Leads to the first favourite, else to the first collection of the navigation. */
export function Home() {
  const { data, error, isFetching, refetch } = useSchema()
  const { names } = usePlace()
  const first = data && listCollections(data)[0]?.name
  useEffect(() => {
    if (first !== undefined) {
      history.replace(formatAddress({ ...names, screen: { kind: 'list', collection: first } }))
    }
  }, [first, names])
  if (error) return <ErrorView error={error} onRetry={() => void refetch()} />
  if (!data || first !== undefined || isFetching) return null
  return (
    <Suspense>
      <NoCollections onRetry={() => void refetch()} />
    </Suspense>
  )
}
