import { Search, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Kbd } from './kbd.js'

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'className' | 'style' | 'type'> {
  readonly label: string
  readonly keys?: string | undefined
  readonly clearLabel: string
  readonly onClear: () => void
}

export function SearchInput({ label, keys, clearLabel, onClear, ...rest }: SearchInputProps) {
  const isEmpty = !rest.value
  return (
    <div className="flex h-7 w-full min-w-0 items-center gap-1.5 rounded-control border border-line-strong bg-surface px-2 focus-within:border-accent focus-within:outline-1 focus-within:outline-accent pointer-coarse:h-11">
      <Search size={14} aria-hidden="true" className="shrink-0 text-faint" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        {...rest}
        className="h-full min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-faint"
      />
      {isEmpty && keys ? <Kbd keys={keys} /> : null}
      {isEmpty ? null : (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={onClear}
          className="-mr-1 inline-flex size-6 shrink-0 items-center justify-center rounded-[4px] text-faint hover:text-text pointer-coarse:size-9"
        >
          <X size={14} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
