import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** As wide as its place on a phone. */
  readonly isWideOnPhone?: boolean
  /** As wide as its place. */
  readonly isWide?: boolean
  /** `option` and `optgroup` elements. */
  readonly children: ReactNode
}

/** The browser's own list of options: it is at home on phones and with screen readers. */
export function Select(props: SelectProps) {
  const { label, value, onChange, isWideOnPhone, isWide, children } = props
  return (
    <span
      className={clsx(
        'relative inline-flex min-w-0',
        isWide ? 'w-full' : 'w-36',
        isWideOnPhone && 'max-sm:w-full',
      )}
    >
      <select
        aria-label={label}
        value={value}
        onChange={event => onChange(event.target.value)}
        className="h-7 w-full min-w-0 appearance-none truncate rounded-control border border-line-strong bg-surface pr-6 pl-2 text-body text-text pointer-coarse:h-11"
      >
        {children}
      </select>
      <ChevronDown
        size={12}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-muted"
      />
    </span>
  )
}
