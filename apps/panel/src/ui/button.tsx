import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import { Kbd } from './kbd.js'

type Look = 'primary' | 'secondary' | 'ghost' | 'danger'

const looks: Readonly<Record<Look, string>> = {
  primary: 'bg-accent text-on-accent hover:bg-[color-mix(in_oklch,var(--accent)_90%,var(--text))]',
  secondary: 'bg-surface text-text border border-line hover:bg-hover data-[popup-open]:bg-hover',
  ghost: 'text-muted hover:bg-hover hover:text-text data-[popup-open]:bg-hover',
  danger: 'bg-danger-bg text-danger hover:shadow-[inset_0_0_0_1px_currentColor]',
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  readonly look?: Look
  /** 28 px in toolbars and tables, 32 px in forms. */
  readonly size?: 'toolbar' | 'form'
  readonly icon?: ReactNode
  /** The keys that do the same, shown as a badge. */
  readonly keys?: string | undefined
}

export function Button(props: ButtonProps) {
  const { look = 'secondary', size = 'toolbar', icon, keys, children, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={clsx(
        'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-control font-medium whitespace-nowrap select-none',
        'disabled:pointer-events-none disabled:opacity-50 pointer-coarse:min-h-11',
        size === 'form' ? 'h-8 px-3 text-form' : 'h-7 px-2 text-body',
        looks[look],
      )}
    >
      {icon}
      {children}
      {keys ? <Kbd keys={keys} /> : null}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** The accessible name, also shown when the pointer rests. */
  readonly label: string
}

export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      {...rest}
      className={clsx(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-control text-muted',
        'hover:bg-hover hover:text-text disabled:pointer-events-none disabled:opacity-40',
        'data-[popup-open]:bg-hover pointer-coarse:size-11',
      )}
    >
      {children}
    </button>
  )
}
