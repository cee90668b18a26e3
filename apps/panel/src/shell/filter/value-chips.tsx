import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'

interface ValueChipsProps {
  readonly values: readonly unknown[]
  readonly format: (value: unknown) => string
  readonly onRemove: (value: unknown) => void
}

/** The values of a list, each with a button that removes it. */
export function ValueChips({ values, format, onRemove }: ValueChipsProps) {
  const t = useTranslations('filter')
  if (values.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-1">
      {values.map(value => {
        const text = format(value)
        return (
          <li
            key={JSON.stringify(value)}
            className="inline-flex h-6 max-w-full items-center rounded-full bg-selected pl-2 text-small pointer-coarse:h-11"
          >
            <span className="truncate">{text}</span>
            <button
              type="button"
              aria-label={t('removeValue', { value: text })}
              onClick={() => onRemove(value)}
              className="flex size-6 items-center justify-center rounded-full text-muted hover:text-text pointer-coarse:size-11"
            >
              <X size={12} aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
