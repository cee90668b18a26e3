import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

interface BannerProps {
  readonly children: ReactNode
  /** A button for the next step. */
  readonly action?: ReactNode
}

/** A line above everything: something does not work, and what still does. */
export function Banner({ children, action }: BannerProps) {
  return (
    <div
      role="status"
      className="flex min-h-9 shrink-0 items-center gap-2 bg-warning-bg px-4 py-1 text-warning"
    >
      <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </div>
  )
}
