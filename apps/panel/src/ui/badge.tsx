import { clsx } from 'clsx'
import type { ReactNode } from 'react'

/** Four tones that mean something, and eight that only tell values apart. */
export type BadgeTone =
  | 'success'
  | 'warning'
  | 'danger'
  | 'info'
  | `hue-${0 | 1 | 2 | 3 | 4 | 5 | 6 | 7}`

const tones: Readonly<Partial<Record<BadgeTone, string>>> = {
  success: 'bg-success-bg text-success',
  warning: 'bg-warning-bg text-warning',
  danger: 'bg-danger-bg text-danger',
  info: 'bg-info-bg text-info',
}

/** A word with a dot: the colour never says anything alone. */
export function Badge({
  tone,
  children,
}: {
  readonly tone: BadgeTone
  readonly children: ReactNode
}) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 max-w-full items-center gap-1.5 rounded-full px-2 text-small font-medium',
        tones[tone] ?? `badge-hue ${tone}`,
      )}
    >
      <span aria-hidden="true" className="size-1.5 shrink-0 rounded-full bg-current" />
      <span className="truncate">{children}</span>
    </span>
  )
}
