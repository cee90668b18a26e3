import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { ErrorBoundary } from '../ui/error-boundary.js'
import { lazyPart } from '../ui/lazy-part.js'
import { loadWhenIdle } from '../ui/on-demand.js'

const load = () => import('./news-links.js')
const NewsLinks = lazyPart(load)

/** The room for what waits for the person; it comes after the first screen and moves nothing. */
export function NewsSlot() {
  const [isWanted, setWanted] = useState(false)
  const client = useQueryClient()
  useEffect(() => {
    let cancel = () => {}
    const waitForRows = () => {
      cancel = loadWhenIdle(async () => (client.isFetching() > 0 ? waitForRows() : setWanted(true)))
    }
    waitForRows()
    return () => cancel()
  }, [client])
  return (
    <div className="flex w-16 shrink-0 justify-end gap-2 pointer-coarse:w-22 pointer-coarse:gap-0">
      <ErrorBoundary fallback={() => null}>
        <Suspense>{isWanted ? <NewsLinks /> : null}</Suspense>
      </ErrorBoundary>
    </div>
  )
}
