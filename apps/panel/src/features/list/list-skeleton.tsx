import { useEffect, useState } from 'react'
import { Skeleton } from '../../ui/skeleton.js'

const widths = ['52%', '38%', '61%', '45%', '57%', '34%', '48%', '63%', '41%', '55%', '37%', '50%']

/** Rows that arrive before that are not held up by elements that nobody sees. */
const delay = 150

/** Twelve rows in place of those that are on their way. */
export function RowsSkeleton({ rowHeight }: { readonly rowHeight: number }) {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setShown, delay, true)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown) return null
  return (
    <div aria-hidden="true" className="is-late">
      {widths.map(width => (
        <div
          key={width}
          className="flex items-center gap-8 border-b border-line pr-4 pl-12"
          style={{ height: rowHeight }}
        >
          <span className="w-1/4">
            <Skeleton width={width} />
          </span>
          <span className="w-1/5">
            <Skeleton width={width} />
          </span>
          <span className="w-1/6">
            <Skeleton width="40%" />
          </span>
        </div>
      ))}
    </div>
  )
}

/** A list whose collection is not known yet. */
export function ListSkeleton() {
  return (
    <div className="flex flex-1 flex-col">
      <div className="flex h-12 items-center px-4">
        <Skeleton width={120} />
      </div>
      <div className="h-8 border-b border-line bg-sunken" />
      <RowsSkeleton rowHeight={36} />
    </div>
  )
}
