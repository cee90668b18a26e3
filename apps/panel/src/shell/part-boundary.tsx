import type { ReactNode } from 'react'
import { ErrorBoundary } from '../ui/error-boundary.js'
import { ErrorView } from './error-view.js'

interface PartBoundaryProps {
  /** The part is shown again when this changes. */
  readonly resetKey?: unknown
  readonly children: ReactNode
}

/** A card, a tab or a screen that fails says so in its place; the rest of the page goes on. */
export function PartBoundary({ resetKey, children }: PartBoundaryProps) {
  return (
    <ErrorBoundary
      resetKey={resetKey}
      fallback={(error, retry) => <ErrorView error={error} onRetry={retry} />}
    >
      {children}
    </ErrorBoundary>
  )
}
