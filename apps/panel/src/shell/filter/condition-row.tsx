import { X } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl'
import { findRelationCondition } from '../../core/list/filter-fields.js'
import type { FilterLeaf } from '../../core/list/filter-tree.js'
import { formatTypedValue } from '../../core/list/format-typed-value.js'
import type { ListSubject } from '../../core/list/list-subject.js'
import { changeOperator, listOperators } from '../../core/list/operands.js'
import { findField } from '../../core/schema/find-field.js'
import { IconButton } from '../../ui/button.js'
import { Select } from '../../ui/select.js'
import { createCondition } from './create-condition.js'
import { FieldPicker } from './field-picker.js'
import { RelationValue } from './relation-value.js'
import { useOperatorLabel } from './use-operator-label.js'
import { ValueEditor } from './value-editor.js'

interface ConditionRowProps extends ListSubject {
  readonly leaf: FilterLeaf
  readonly onChange: (leaf: FilterLeaf) => void
  readonly onRemove: () => void
}

/** A field, an operator and a value. */
export function ConditionRow(props: ConditionRowProps) {
  const { collections, collection, leaf, onChange, onRemove } = props
  const t = useTranslations('filter')
  const language = useLocale()
  const formatOperator = useOperatorLabel()
  const field = findField(collections, collection, leaf.field)?.field
  const related = findRelationCondition(collections, collection, leaf.field)
  const operators = field ? listOperators(field) : []
  const choice = operators.find(({ operator }) => operator === leaf.operator)
  const isRecord = related !== undefined && ['value', 'list'].includes(choice?.operand ?? '')
  const setValue = (value: unknown) =>
    onChange({
      field: leaf.field,
      operator: leaf.operator,
      ...(value !== undefined && { value }),
    })
  return (
    <div className="flex min-w-0 flex-1 items-start gap-1.5 max-sm:w-full max-sm:flex-wrap">
      <FieldPicker
        collections={collections}
        collection={collection}
        path={leaf.field}
        onChoose={path => {
          const next = findField(collections, collection, path)?.field
          if (next) onChange(createCondition(path, next))
        }}
      />
      <span className="flex min-w-0 shrink-0 max-sm:order-3 max-sm:w-full">
        <Select
          isWideOnPhone
          label={t('operator')}
          value={leaf.operator}
          onChange={operator => field && onChange(changeOperator(leaf, field, operator))}
        >
          {choice ? null : <option value={leaf.operator}>{formatOperator(leaf.operator)}</option>}
          {operators.map(({ operator }) => (
            <option key={operator} value={operator}>
              {formatOperator(operator)}
            </option>
          ))}
        </Select>
      </span>
      <div className="min-w-20 flex-1 max-sm:order-4 max-sm:min-w-full">
        {field && choice && isRecord ? (
          <RelationValue
            key={`${leaf.field} ${leaf.operator}`}
            target={related.target.name}
            label={t('valueOf', { name: related.label })}
            isList={choice.operand === 'list'}
            columnType={field.columnType}
            value={leaf.value}
            onChange={setValue}
          />
        ) : null}
        {field && choice && !isRecord ? (
          <ValueEditor
            key={`${leaf.field} ${leaf.operator}`}
            field={field}
            choice={choice}
            value={leaf.value}
            onChange={setValue}
          />
        ) : null}
      </div>
      {field && choice ? null : (
        <span className="flex h-7 min-w-0 items-center truncate text-faint">
          {formatTypedValue(leaf.value, language)}
        </span>
      )}
      <IconButton label={t('remove')} onClick={onRemove}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
