import { Plus, Trash2 } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { FieldModel } from '../../../core/schema/collection-model.js'
import type { FieldDraft } from '../../../core/settings/codeless-action.js'
import { Button, IconButton } from '../../../ui/button.js'
import { Choice } from '../../../ui/choice.js'
import { FormInput } from '../../../ui/form-input.js'
import { FormSelect } from '../../../ui/form-select.js'

interface FieldValuesProps {
  readonly values: readonly FieldDraft[]
  readonly fields: ReadonlyMap<string, FieldModel>
  readonly onChange: (values: readonly FieldDraft[]) => void
}

/** The values that an action writes. */
export function FieldValues({ values, fields, onChange }: FieldValuesProps) {
  const t = useTranslations('codelessActions')
  const columns = [...fields.values()].filter(
    ({ kind, isWritable }) => kind === 'column' && isWritable,
  )
  const change = (index: number, next: Partial<FieldDraft>) =>
    onChange(values.map((value, at) => (at === index ? { ...value, ...next } : value)))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="pb-1 text-small font-medium text-muted">{t('fields')}</legend>
      {values.map((value, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and a field can be chosen twice for a moment
          key={index}
          className="flex flex-wrap items-end gap-2"
        >
          <div className="min-w-0 flex-1 basis-40">
            <FormSelect
              label={t('field')}
              value={value.fieldName}
              options={columns.map(({ name, label }) => ({ value: name, label }))}
              onChange={fieldName => change(index, { fieldName, text: '' })}
            />
          </div>
          <div className="min-w-0 flex-1 basis-40">
            <ValueInput
              value={value}
              field={fields.get(value.fieldName)}
              onChange={text => change(index, { text, isNull: false })}
            />
          </div>
          <Choice
            kind="checkbox"
            checked={value.isNull}
            onChange={event => change(index, { isNull: event.target.checked, text: '' })}
          >
            {t('noValue')}
          </Choice>
          <IconButton
            label={t('removeField')}
            disabled={values.length === 1}
            onClick={() => onChange(values.filter((_, at) => at !== index))}
          >
            <Trash2 size={14} aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      <div>
        <Button
          icon={<Plus size={14} aria-hidden="true" />}
          onClick={() => onChange([...values, { fieldName: '', text: '', isNull: false }])}
        >
          {t('addField')}
        </Button>
      </div>
    </fieldset>
  )
}

interface ValueInputProps {
  readonly value: FieldDraft
  readonly field: FieldModel | undefined
  readonly onChange: (text: string) => void
}

/** One of the values of an enum or a boolean, or text. */
function ValueInput({ value, field, onChange }: ValueInputProps) {
  const t = useTranslations('codelessActions')
  const choices = field?.columnType === 'Boolean' ? ['true', 'false'] : (field?.enumValues ?? [])
  if (choices.length > 0) {
    return (
      <FormSelect
        label={t('value')}
        value={value.text}
        options={choices.map(choice => ({ value: choice, label: choice }))}
        onChange={onChange}
      />
    )
  }
  return (
    <FormInput
      label={t('value')}
      value={value.text}
      type={field?.columnType === 'Number' ? 'number' : 'text'}
      onChange={onChange}
    />
  )
}
