import type { DashboardFilter } from '@service/protocol'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { DashboardChoice } from '../../core/charts/chart-variables.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { Input } from '../../ui/input.js'
import { Select } from '../../ui/select.js'

interface FilterPickerProps {
  readonly filter: DashboardFilter
  readonly collections: Collections
  readonly value: DashboardChoice['filters'][string] | undefined
  readonly onChange: (value: string | null) => void
}

/** A value of a field, or any. */
export function FilterPicker({ filter, collections, value, onChange }: FilterPickerProps) {
  const t = useTranslations('dashboards')
  const field = collections.get(filter.collectionName)?.fields.get(filter.fieldName)
  const label = filter.label ?? field?.label ?? filter.name
  const text = value === null || value === undefined ? '' : String(value)
  const options =
    field?.columnType === 'Boolean'
      ? [
          { value: 'true', label: t('view.yes') },
          { value: 'false', label: t('view.no') },
        ]
      : (field?.enumValues ?? []).map(each => ({ value: each, label: each }))
  if (options.length === 0) {
    return <TextFilter key={text} label={label} value={text} onChange={onChange} />
  }
  const isKnown = text === '' || options.some(option => option.value === text)
  const all = isKnown ? options : [...options, { value: text, label: text }]
  return (
    <Select label={label} value={text} onChange={next => onChange(next === '' ? null : next)}>
      <option value="">{t('view.filterLabel', { name: label, value: t('view.any') })}</option>
      {all.map(option => (
        <option key={option.value} value={option.value}>
          {t('view.filterLabel', { name: label, value: option.label })}
        </option>
      ))}
    </Select>
  )
}

interface TextFilterProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string | null) => void
}

/** What is typed counts when the input is left or Enter is pressed. */
function TextFilter({ label, value, onChange }: TextFilterProps) {
  const t = useTranslations('dashboards')
  const [text, setText] = useState(value)
  const apply = () => {
    const next = text.trim()
    if (next !== value) onChange(next === '' ? null : next)
  }
  return (
    <span className="inline-flex w-36">
      <Input
        label={label}
        value={text}
        placeholder={t('view.filterLabel', { name: label, value: t('view.any') })}
        onChange={event => setText(event.target.value)}
        onBlur={apply}
        onKeyDown={event => {
          if (event.key === 'Enter') apply()
        }}
      />
    </span>
  )
}
