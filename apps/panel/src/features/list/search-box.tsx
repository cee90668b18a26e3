import { type Ref, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { SearchInput } from '../../ui/search-input.js'

const restTime = 300

interface SearchBoxProps {
  readonly value: string
  readonly onSearch: (text: string) => void
  readonly ref: Ref<HTMLInputElement>
}

/** Searches after a rest or by Enter: every search is in the activity log. */
export function SearchBox({ value, onSearch, ref }: SearchBoxProps) {
  const t = useTranslations('list')
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => setText(value), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  function commit(next: string) {
    clearTimeout(timer.current)
    if (next !== value) onSearch(next)
  }
  return (
    <SearchInput
      ref={ref}
      label={t('search')}
      clearLabel={t('clearAll')}
      keys="/"
      value={text}
      onChange={event => {
        const next = event.target.value
        setText(next)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => commit(next.trim()), restTime)
      }}
      onKeyDown={event => {
        if (event.key === 'Enter') commit(text.trim())
        if (event.key === 'Escape') event.currentTarget.blur()
      }}
      onClear={() => {
        setText('')
        commit('')
      }}
    />
  )
}
