import { clsx } from 'clsx'
import { Network } from 'lucide-react'
import { type Ref, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { findSearchProblem } from '../../core/list/search-text.js'
import { SearchInput } from '../../ui/search-input.js'

const restTime = 300

interface SearchBoxProps {
  readonly value: string
  /** Related records are searched too. */
  readonly isExtended: boolean
  readonly onSearch: (text: string) => void
  readonly onExtend: (isExtended: boolean) => void
  readonly ref: Ref<HTMLInputElement>
}

/** Searches after a rest or by Enter: every search is in the activity log. */
export function SearchBox({ value, isExtended, onSearch, onExtend, ref }: SearchBoxProps) {
  const t = useTranslations('list')
  const g = useTranslations('grid')
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const problemId = useId()
  // What is searched for already stays as it is typed, such as with a space for the next word.
  useEffect(() => setText(typed => (typed.trim() === value ? typed : value)), [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const problem = findSearchProblem(text)
  function commit(next: string) {
    clearTimeout(timer.current)
    if (next !== value) onSearch(next)
  }
  return (
    <div className="relative flex items-center gap-1">
      <SearchInput
        ref={ref}
        label={t('search')}
        clearLabel={t('clearSearch')}
        keys="/"
        value={text}
        aria-describedby={problem ? problemId : undefined}
        onChange={event => {
          const next = event.target.value
          setText(next)
          clearTimeout(timer.current)
          timer.current = setTimeout(() => commit(next.trim()), restTime)
        }}
        onKeyDown={event => {
          if (event.key === 'Enter') commit(text.trim())
          if (event.key !== 'Escape') return
          // Some browsers would clear the search.
          event.preventDefault()
          event.currentTarget.blur()
        }}
        onClear={() => {
          setText('')
          commit('')
        }}
      />
      {text === '' && !isExtended ? null : (
        <button
          type="button"
          aria-pressed={isExtended}
          aria-label={g('searchRelated')}
          title={g('searchRelated')}
          onClick={() => onExtend(!isExtended)}
          className={clsx(
            'flex size-7 shrink-0 items-center justify-center rounded-control pointer-coarse:size-11',
            isExtended ? 'bg-selected text-accent' : 'text-muted hover:bg-hover hover:text-text',
          )}
        >
          <Network size={14} aria-hidden="true" />
        </button>
      )}
      {problem ? (
        <p
          id={problemId}
          role="status"
          className="absolute top-full right-0 left-0 z-10 mt-1 rounded-control bg-surface px-2 py-1 text-small text-warning shadow-float"
        >
          {g(`searchProblems.${problem}`)}
        </p>
      ) : null}
    </div>
  )
}
