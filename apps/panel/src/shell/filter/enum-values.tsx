import { clsx } from 'clsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { SearchInput } from '../../ui/search-input.js'

interface EnumValuesProps {
  readonly label: string
  readonly options: readonly string[]
  readonly value: unknown
  readonly onChange: (values: readonly unknown[]) => void
}

const mostWithoutSearch = 12
const mostShown = 60

/** Several of the values that a field can have. */
export function EnumValues({ label, options, value, onChange }: EnumValuesProps) {
  const t = useTranslations('filter')
  const [text, setText] = useState('')
  const values: readonly unknown[] = Array.isArray(value) ? value : []
  const wanted = text.trim().toLowerCase()
  const shown = options
    .filter(option => values.includes(option) || option.toLowerCase().includes(wanted))
    .slice(0, mostShown)
  return (
    <fieldset aria-label={label} className="flex max-h-40 flex-wrap gap-1 overflow-y-auto p-0.5">
      {options.length > mostWithoutSearch ? (
        <SearchInput
          label={t('findValue')}
          clearLabel={t('clear')}
          value={text}
          onChange={event => setText(event.target.value)}
          onClear={() => setText('')}
        />
      ) : null}
      {shown.map(option => {
        const isChosen = values.includes(option)
        return (
          <button
            key={option}
            type="button"
            aria-pressed={isChosen}
            onClick={() =>
              onChange(isChosen ? values.filter(one => one !== option) : [...values, option])
            }
            className={clsx(
              'h-7 rounded-full border px-2.5 text-small pointer-coarse:h-11',
              isChosen
                ? 'border-accent bg-selected font-medium text-text'
                : 'border-line text-muted hover:bg-hover hover:text-text',
            )}
          >
            {option}
          </button>
        )
      })}
    </fieldset>
  )
}
