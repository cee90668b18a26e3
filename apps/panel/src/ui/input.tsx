import type { ComponentProps } from 'react'

interface InputProps extends Omit<ComponentProps<'input'>, 'className' | 'style'> {
  readonly label: string
}

export function Input({ label, ...rest }: InputProps) {
  return (
    <input
      type="text"
      autoComplete="off"
      aria-label={label}
      {...rest}
      className="h-7 w-full min-w-0 rounded-control border border-line-strong bg-surface px-2 text-body placeholder:text-faint pointer-coarse:h-11"
    />
  )
}
