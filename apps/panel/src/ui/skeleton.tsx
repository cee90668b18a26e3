import { clsx } from 'clsx'

interface SkeletonProps {
  readonly width: number | string
  /** Shown at once, by something that has waited itself. */
  readonly isLate?: boolean
}

/** A grey bar in place of text that is on its way; shown after 150 ms. */
export function Skeleton({ width, isLate = false }: SkeletonProps) {
  return (
    <span
      aria-hidden="true"
      className={clsx('block h-2.5 rounded-full bg-hover', !isLate && 'appear-late')}
      style={{ width }}
    />
  )
}
