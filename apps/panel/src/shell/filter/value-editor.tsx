import type { ColumnType } from '@service/datasource-toolkit'
import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { readTypedValue } from '../../core/list/filter-values.js'
import { formatTypedValue } from '../../core/list/format-typed-value.js'
import type { OperatorChoice } from '../../core/list/operands.js'
import type { FieldModel } from '../../core/schema/collection-model.js'
import { usePlace } from '../../data/place-context.js'
import { Input } from '../../ui/input.js'
import { Select } from '../../ui/select.js'
import { EditValue } from '../../widgets/edit-value.js'
import { EnumValues } from './enum-values.js'
import { useFilterVariables } from './filter-variables.js'
import { ListValues } from './list-values.js'
import { VariableValue } from './variable-value.js'

export interface ValueEditorProps {
  readonly field: FieldModel
  readonly choice: OperatorChoice
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** Edits what an operator compares with: nothing, a value, a list of values, a number or a pattern. */
export function ValueEditor(props: ValueEditorProps) {
  const { field, choice, value, onChange } = props
  const t = useTranslations('filter')
  const label = t('valueOf', { name: field.label })
  switch (choice.operand) {
    case 'none':
      return null
    case 'list':
      return field.enumValues.length > 0 ? (
        <EnumValues label={label} options={field.enumValues} value={value} onChange={onChange} />
      ) : (
        <ListValues
          label={label}
          field={field}
          type={readElement(choice.type)}
          value={value}
          onChange={onChange}
        />
      )
    case 'number':
      return <NumberOperand label={label} choice={choice} value={value} onChange={onChange} />
    case 'pattern':
      return <TypedValue label={label} type="String" value={value} onChange={onChange} />
    case 'value':
      return <ColumnValue {...props} label={label} />
  }
}

const readElement = (type: ColumnType | undefined): ColumnType =>
  Array.isArray(type) ? (type[0] as ColumnType) : 'String'

interface OperandProps extends Omit<ValueEditorProps, 'field'> {
  readonly label: string
}

/** The number with its unit: days or hours. */
function NumberOperand({ label, choice, value, onChange }: OperandProps) {
  const t = useTranslations('filter')
  const unit = choice.operator.includes('hours')
    ? t('hours')
    : choice.operator.includes('days')
      ? t('days')
      : t('characters')
  return (
    <span className="flex items-center gap-2">
      <Input
        label={label}
        type="number"
        min={0}
        value={String(value ?? '')}
        onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      />
      <span className="text-muted">{unit}</span>
    </span>
  )
}

/** The widgets that edit a value of a type, where a line of text would not do. */
const widgets: Readonly<Record<string, string>> = { Date: 'date', Dateonly: 'day', Time: 'time' }

function ColumnValue({ field, value, label, onChange }: ValueEditorProps & { label: string }) {
  const t = useTranslations('filter')
  const id = useId()
  const { isForAll } = useFilterVariables()
  const { columnType, enumValues } = field
  if (columnType === 'Boolean' || enumValues.length > 0) {
    const options = columnType === 'Boolean' ? ['true', 'false'] : enumValues
    const select = (
      <Select
        label={label}
        value={value === undefined ? '' : String(value)}
        onChange={next => onChange(next === '' ? undefined : toOption(next))}
      >
        <option value="">{t('choose')}</option>
        {options.map(option => (
          <option key={option} value={option}>
            {columnType === 'Boolean' ? t(option === 'true' ? 'yes' : 'no') : option}
          </option>
        ))}
      </Select>
    )
    if (!isForAll) return select
    return (
      <VariableValue field={field} value={value} onChange={onChange}>
        {select}
      </VariableValue>
    )
  }
  const widget = widgets[String(columnType)]
  if (widget !== undefined) {
    return (
      <EditValue
        id={id}
        label={label}
        columnType={columnType}
        widget={{ name: widget }}
        enumValues={[]}
        value={value ?? null}
        siblings={{}}
        isRequired={false}
        isDisabled={false}
        isInvalid={false}
        onChange={next => onChange(next ?? undefined)}
        onProblem={() => {}}
      />
    )
  }
  return (
    <VariableValue field={field} value={value} onChange={onChange}>
      <TypedValue label={label} type={columnType} value={value} onChange={onChange} />
    </VariableValue>
  )

  function toOption(text: string): unknown {
    return columnType === 'Boolean' ? text === 'true' : text
  }
}

interface TypedValueProps {
  readonly label: string
  readonly type: ColumnType
  readonly value: unknown
  readonly onChange: (value: unknown) => void
}

/** A line of text that is read as a value of the type; what cannot be read is no condition yet. */
function TypedValue({ label, type, value, onChange }: TypedValueProps) {
  const t = useTranslations('filter')
  const { timezone } = usePlace()
  const language = useLocale()
  const [text, setText] = useState(() => formatTypedValue(value, language))
  const isUnread = text.trim() !== '' && value === undefined
  return (
    <span className="flex flex-col gap-1">
      <Input
        label={label}
        placeholder={typeof type === 'string' ? undefined : t('values')}
        value={text}
        inputMode={type === 'Number' ? 'decimal' : undefined}
        aria-invalid={isUnread}
        onChange={({ target }) => {
          setText(target.value)
          onChange(
            readTypedValue(type, target.value, { now: new Date(), zone: timezone, language }),
          )
        }}
      />
      {isUnread ? <span className="text-small text-danger">{t('wrongValue')}</span> : null}
    </span>
  )
}
