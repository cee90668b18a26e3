import { Skeleton } from '../../ui/skeleton.js'

/** In place of entries that are on their way. */
export function ItemSkeletons() {
  return (
    <div aria-hidden="true" className="flex flex-col gap-6 py-4 pl-4">
      {[280, 340, 240].map(width => (
        <div key={width} className="flex flex-col gap-2">
          <Skeleton width={width / 2} />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  )
}
