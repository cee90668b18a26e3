import { clsx } from 'clsx'
import { useTranslations } from 'use-intl'
import type { OperatorChoice } from '../../../core/list/operands.js'
import type { FieldModel } from '../../../core/schema/collection-model.js'
import { Input } from '../../../ui/input.js'
import { Select } from '../../../ui/select.js'

interface ValueEditorProps {
  readonly field: FieldModel
  readonly choice: OperatorChoice
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** Edits what an operator compares with: nothing, a value, a list of values, or a number. */
export function ValueEditor({ field, choice, value, onChange }: ValueEditorProps) {
  const t = useTranslations('filter')
  if (choice.operand === 'none') return null
  if (choice.operand === 'list')
    return <ListEditor field={field} value={value} onChange={onChange} />
  if (choice.operand === 'value' && field.enumValues.length > 0) {
    return (
      <Select label={t('value')} value={String(value ?? '')} onChange={onChange}>
        <option value="" />
        {field.enumValues.map(each => (
          <option key={each}>{each}</option>
        ))}
      </Select>
    )
  }
  if (choice.operand === 'value' && field.columnType === 'Boolean') {
    return (
      <Select
        label={t('value')}
        value={value === undefined ? '' : String(value)}
        onChange={next => onChange(next === '' ? undefined : next === 'true')}
      >
        <option value="" />
        <option value="true">{t('yes')}</option>
        <option value="false">{t('no')}</option>
      </Select>
    )
  }
  const type = chooseInputType(field, choice)
  return (
    <Input
      label={t('value')}
      type={type}
      value={String(value ?? '')}
      onChange={({ target }) => onChange(readInput(target.value, type))}
    />
  )
}

function ListEditor({ field, value, onChange }: Omit<ValueEditorProps, 'choice'>) {
  const t = useTranslations('filter')
  const values = Array.isArray(value) ? value : []
  if (field.enumValues.length === 0) {
    return (
      <Input
        label={t('values')}
        placeholder={t('values')}
        defaultValue={values.join(', ')}
        onChange={({ target }) =>
          onChange(
            target.value
              .split(',')
              .map(each => each.trim())
              .filter(each => each !== '')
              .map(each => (field.columnType === 'Number' ? Number(each) : each)),
          )
        }
      />
    )
  }
  return (
    <fieldset aria-label={t('value')} className="flex flex-wrap gap-1">
      {field.enumValues.map(each => {
        const isChosen = values.includes(each)
        return (
          <button
            key={each}
            type="button"
            aria-pressed={isChosen}
            onClick={() =>
              onChange(isChosen ? values.filter(one => one !== each) : [...values, each])
            }
            className={clsx(
              'h-7 rounded-full border px-2.5 text-small pointer-coarse:h-11',
              isChosen
                ? 'border-accent bg-selected font-medium text-text'
                : 'border-line text-muted hover:bg-hover hover:text-text',
            )}
          >
            {each}
          </button>
        )
      })}
    </fieldset>
  )
}

function chooseInputType(
  field: FieldModel,
  { operand }: OperatorChoice,
): 'number' | 'date' | 'text' {
  if (operand === 'number' || field.columnType === 'Number') return 'number'
  return field.columnType === 'Date' || field.columnType === 'Dateonly' ? 'date' : 'text'
}

function readInput(text: string, type: string): unknown {
  if (text === '') return undefined
  return type === 'number' ? Number(text) : text
}
