import { clsx } from 'clsx'

const shared =
  'w-full min-w-0 text-form text-text placeholder:text-faint disabled:text-muted pointer-coarse:text-[16px]'

/** A control of a form: its border and height, and what an invalid value does to it. */
export const controlClass = clsx(
  shared,
  'min-h-8 rounded-control border border-line-strong bg-surface px-2 pointer-coarse:min-h-11',
  'aria-invalid:border-danger disabled:border-line disabled:bg-sunken',
)

/** A control inside a `ControlBox`, which has the border. */
export const innerControlClass = clsx(shared, 'h-full flex-1 bg-transparent outline-none')
