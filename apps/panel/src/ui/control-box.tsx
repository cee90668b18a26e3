import { clsx } from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

interface ControlBoxProps {
  readonly isInvalid: boolean
  readonly isDisabled: boolean
  /** As tall as what is in it, such as several lines of chips. */
  readonly isTall?: boolean
  readonly children: ReactNode
}

/** The border around a control and the buttons that belong to it. */
export function ControlBox({ isInvalid, isDisabled, isTall = false, children }: ControlBoxProps) {
  return (
    <div className={readBoxClass(isInvalid, isDisabled, isTall ? 'h-auto' : 'h-8')}>{children}</div>
  )
}

/** The same for elements that are made elsewhere. */
export function readBoxClass(isInvalid: boolean, isDisabled: boolean, height: string): string {
  return clsx(
    'group/control flex min-h-8 w-full min-w-0 items-center gap-1 rounded-control border px-2 pointer-coarse:min-h-11',
    'focus-within:border-accent focus-within:outline-1 focus-within:outline-accent',
    height,
    isDisabled ? 'border-line bg-sunken' : 'bg-surface',
    !isDisabled && (isInvalid ? 'border-danger' : 'border-line-strong'),
  )
}

interface ControlButtonProps extends Omit<ComponentProps<'button'>, 'className' | 'style'> {
  /** The accessible name, also shown when the pointer rests. */
  readonly label: string
  /** Shown only while somebody is at the control. */
  readonly isQuiet?: boolean
}

/** The looks of a button inside of a control. */
export const controlButtonClass =
  '-mr-1 inline-flex size-6 shrink-0 items-center justify-center rounded-[4px] text-muted hover:bg-hover hover:text-text disabled:hidden data-[disabled]:hidden data-[popup-open]:bg-hover pointer-coarse:size-9'

/** What is shown only while somebody is at the control around it. */
export const quietClass =
  'opacity-0 group-focus-within/control:opacity-100 group-hover/control:opacity-100 pointer-coarse:opacity-100'

/** A small button inside of a control. */
export function ControlButton({ label, isQuiet, children, ...rest }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-tooltip={label}
      {...rest}
      className={clsx(controlButtonClass, isQuiet && quietClass)}
    >
      {children}
    </button>
  )
}
