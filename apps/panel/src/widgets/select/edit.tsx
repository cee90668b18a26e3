import { useTranslations } from 'use-intl'
import { findOption, toKey } from '../../core/forms/filter-options.js'
import { Combobox, MultiCombobox } from '../../ui/combobox.js'
import type { EditProps } from '../edit-props.js'
import { toComboboxOption, useOptions } from './use-options.js'

/** One of many options, or several where the value is a list. */
export function EditSelect(props: EditProps) {
  return Array.isArray(props.columnType) ? <EditSeveral {...props} /> : <EditOne {...props} />
}

function EditOne(props: EditProps) {
  const { label, value, isRequired, isDisabled, onChange } = props
  const t = useTranslations('widgets')
  const options = useOptions(props)
  const isNothing = value === null || value === undefined
  return (
    <Combobox
      {...readComboboxProps(props)}
      placeholder={readPlaceholder(props) ?? t('choose')}
      openLabel={t('showOptions', { name: label })}
      clearLabel={isRequired || isDisabled ? undefined : t('clear', { name: label })}
      options={options.shown}
      isBusy={options.isBusy}
      status={options.status}
      onSearch={options.search}
      value={isNothing ? null : toComboboxOption(findOption(options.known, value))}
      onChange={option => onChange(option ? findValue(options.known, option.key, value) : null)}
    />
  )
}

function EditSeveral(props: EditProps) {
  const { label, value, onChange } = props
  const t = useTranslations('widgets')
  const options = useOptions(props)
  const values = Array.isArray(value) ? (value as readonly unknown[]) : []
  return (
    <MultiCombobox
      {...readComboboxProps(props)}
      placeholder={readPlaceholder(props) ?? t('choose')}
      openLabel={t('showOptions', { name: label })}
      chosenLabel={t('chosen', { name: label })}
      formatRemove={name => t('remove', { name })}
      options={options.shown}
      isBusy={options.isBusy}
      status={options.status}
      onSearch={options.search}
      values={values.map(each => toComboboxOption(findOption(options.known, each)))}
      onChange={chosen =>
        onChange(
          chosen.map(({ key }) => {
            const kept = values.find(each => toKey(each) === key)
            return kept ?? findValue(options.known, key, null)
          }),
        )
      }
    />
  )
}

function findValue(
  options: readonly { readonly value: unknown }[],
  key: string,
  otherwise: unknown,
): unknown {
  const option = options.find(({ value }) => toKey(value) === key)
  return option ? option.value : otherwise
}

function readPlaceholder({ widget }: EditProps): string | undefined {
  const { placeholder } = widget.parameters ?? {}
  return typeof placeholder === 'string' && placeholder !== '' ? placeholder : undefined
}

function readComboboxProps(props: EditProps) {
  const { id, label, describedBy, isRequired, isInvalid, isDisabled, hasFocus = false } = props
  return { id, label, describedBy, isRequired, isInvalid, isDisabled, hasFocus }
}
