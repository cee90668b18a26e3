import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

interface ChoiceProps extends Omit<ComponentProps<'input'>, 'className' | 'style' | 'type'> {
  readonly kind: 'radio' | 'checkbox' | 'switch'
  readonly children: ReactNode
}

/** A radio button, check box or switch with its words beside it. */
export function Choice({ kind, children, ...rest }: ChoiceProps) {
  return (
    <label className="inline-flex min-h-8 max-w-full items-center gap-2 text-form has-disabled:text-muted pointer-coarse:min-h-11">
      <input
        type={kind === 'radio' ? 'radio' : 'checkbox'}
        role={kind === 'switch' ? 'switch' : undefined}
        {...rest}
        className={kind}
      />
      <span className="min-w-0 break-words">{children}</span>
    </label>
  )
}

interface SegmentProps extends Omit<ComponentProps<'input'>, 'className' | 'style' | 'type'> {
  readonly children: ReactNode
}

/** One of a few radio buttons that look like one control. */
export function Segment({ children, ...rest }: SegmentProps) {
  return (
    <label
      className={clsx(
        'relative inline-flex min-h-7 cursor-default items-center justify-center rounded-[5px] px-3 text-form text-muted select-none',
        'has-checked:bg-surface has-checked:font-medium has-checked:text-text has-checked:ring-1 has-checked:ring-line-strong',
        'has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:opacity-60 pointer-coarse:min-h-10',
      )}
    >
      <input type="radio" {...rest} className="sr-only" />
      {children}
    </label>
  )
}
