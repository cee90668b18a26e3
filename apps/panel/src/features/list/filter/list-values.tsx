import type { ColumnType } from '@service/datasource-toolkit'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { readTypedValues } from '../../../core/list/filter-values.js'
import { formatTypedValue } from '../../../core/list/format-typed-value.js'
import { formatDate } from '../../../core/text/format-date.js'
import { usePlace } from '../../../data/place-context.js'
import { Input } from '../../../ui/input.js'
import { ValueChips } from './value-chips.js'

interface ListValuesProps {
  readonly label: string
  readonly type: ColumnType
  readonly value: unknown
  readonly onChange: (values: readonly unknown[]) => void
}

/** Several values: each is typed and added by Enter or a comma; a pasted column is several at once. */
export function ListValues({ label, type, value, onChange }: ListValuesProps) {
  const t = useTranslations('filter')
  const { timezone } = usePlace()
  const language = useLocale()
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const values: readonly unknown[] = Array.isArray(value) ? value : []

  function add(typed: string) {
    const read = readTypedValues(type, typed, { now: new Date(), zone: timezone, language })
    const known = new Set(values.map(each => JSON.stringify(each)))
    const added = read.values.filter(each => !known.has(JSON.stringify(each)))
    setWrong(read.unread.length > 0)
    setText(read.unread.join(', '))
    if (added.length > 0) onChange([...values, ...added])
  }

  return (
    <div className="flex flex-col gap-1.5">
      <ValueChips
        values={values}
        format={each =>
          type === 'Date'
            ? formatDate(String(each), { zone: timezone, language })
            : formatTypedValue(each, language)
        }
        onRemove={gone => onChange(values.filter(each => each !== gone))}
      />
      <Input
        label={label}
        placeholder={t('addValue')}
        value={text}
        aria-invalid={isWrong}
        onChange={({ target }) => {
          setWrong(false)
          setText(target.value)
        }}
        onPaste={event => {
          const pasted = event.clipboardData.getData('text')
          if (!/[\n,]/.test(pasted)) return
          event.preventDefault()
          add(pasted)
        }}
        onBlur={() => text.trim() !== '' && add(text)}
        onKeyDown={event => {
          const isAdded = event.key === 'Enter' || (event.key === ',' && type !== 'Json')
          if (isAdded && text.trim() !== '') {
            event.preventDefault()
            add(text)
          } else if (event.key === 'Backspace' && text === '' && values.length > 0) {
            onChange(values.slice(0, -1))
          }
        }}
      />
      {isWrong ? <span className="text-small text-danger">{t('wrongValue')}</span> : null}
    </div>
  )
}
