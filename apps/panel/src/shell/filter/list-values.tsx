import type { ColumnType } from '@service/datasource-toolkit'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { formatVariable, guessVariable } from '../../core/list/choose-variable.js'
import { readTypedValues } from '../../core/list/filter-values.js'
import { formatTypedValue } from '../../core/list/format-typed-value.js'
import { readVariable } from '../../core/list/user-variables.js'
import type { FieldModel } from '../../core/schema/collection-model.js'
import { formatDate } from '../../core/text/format-date.js'
import { usePlace } from '../../data/place-context.js'
import { IconButton } from '../../ui/button.js'
import { Input } from '../../ui/input.js'
import { useFilterVariables } from './filter-variables.js'
import { useVariableText } from './use-variable-text.js'
import { ValueChips } from './value-chips.js'

interface ListValuesProps {
  readonly label: string
  readonly field: FieldModel
  readonly type: ColumnType
  readonly value: unknown
  readonly onChange: (values: readonly unknown[]) => void
}

/** Several values: each is typed and added by Enter or a comma; a pasted column is several at once. */
export function ListValues({ label, field, type, value, onChange }: ListValuesProps) {
  const t = useTranslations('filter')
  const v = useTranslations('userVariables')
  const { timezone } = usePlace()
  const { names, areAllowedInLists } = useFilterVariables()
  const language = useLocale()
  const { describe } = useVariableText()
  const me = areAllowedInLists ? guessVariable(field, names) : undefined
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const values: readonly unknown[] = Array.isArray(value) ? value : []

  function add(typed: string) {
    const read = readTypedValues(type, typed, { now: new Date(), zone: timezone, language })
    setWrong(read.unread.length > 0)
    setText(read.unread.join(', '))
    addNew(read.values)
  }

  function addNew(more: readonly unknown[]) {
    const known = new Set(values.map(each => JSON.stringify(each)))
    const added = more.filter(each => !known.has(JSON.stringify(each)))
    if (added.length > 0) onChange([...values, ...added])
  }

  function format(each: unknown): string {
    const variable = readVariable(each)
    if (variable !== undefined) return describe(variable)
    return type === 'Date'
      ? formatDate(String(each), { zone: timezone, language })
      : formatTypedValue(each, language)
  }

  return (
    <div className="flex flex-col gap-1.5">
      <ValueChips
        values={values}
        format={format}
        onRemove={gone => onChange(values.filter(each => each !== gone))}
      />
      <span className="flex items-start gap-1">
        <span className="min-w-0 flex-1">
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
        </span>
        {me === undefined ? null : (
          <IconButton label={v('addMe')} onClick={() => addNew([formatVariable(me)])}>
            <UserRound size={14} aria-hidden="true" />
          </IconButton>
        )}
      </span>
      {isWrong ? <span className="text-small text-danger">{t('wrongValue')}</span> : null}
    </div>
  )
}
