import type { ReactNode } from 'react'

/** Something that happened, said for a moment at the edge of the screen. */
export interface Toast {
  readonly text: string
  readonly kind?: 'success' | 'danger' | 'info'
  /** More words below the text. */
  readonly details?: ReactNode
  /** Why it failed: a refusal names its rule, with a link for those who can change it. */
  readonly error?: unknown
  /** Takes back what the toast is about. */
  readonly undo?: () => Promise<void> | void
}
