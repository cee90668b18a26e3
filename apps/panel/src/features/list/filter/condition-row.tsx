import { X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { FilterLeaf } from '../../../core/list/filter-tree.js'
import { changeOperator, listOperators } from '../../../core/list/operands.js'
import { findField } from '../../../core/schema/find-field.js'
import { IconButton } from '../../../ui/button.js'
import { Select } from '../../../ui/select.js'
import type { ListSubject } from '../use-list.js'
import { createCondition } from './create-condition.js'
import type { FieldGroup } from './list-fields.js'
import { useOperatorLabel } from './use-operator-label.js'
import { ValueEditor } from './value-editor.js'

interface ConditionRowProps extends ListSubject {
  readonly groups: readonly FieldGroup[]
  readonly leaf: FilterLeaf
  readonly onChange: (leaf: FilterLeaf) => void
  readonly onRemove: () => void
}

/** A field, an operator and a value. */
export function ConditionRow(props: ConditionRowProps) {
  const { collections, collection, groups, leaf, onChange, onRemove } = props
  const t = useTranslations('filter')
  const formatOperator = useOperatorLabel()
  const field = findField(collections, collection, leaf.field)?.field
  const operators = field ? listOperators(field) : []
  const choice = operators.find(({ operator }) => operator === leaf.operator)
  function chooseField(path: string) {
    const next = findField(collections, collection, path)?.field
    if (next) onChange(createCondition(path, next))
  }
  return (
    <div className="flex min-w-0 flex-1 items-start gap-1.5 max-sm:flex-wrap">
      <Select label={t('field')} value={leaf.field} onChange={chooseField}>
        {field ? null : <option value={leaf.field}>{leaf.field}</option>}
        {groups.map(({ label, fields }) =>
          label === null ? (
            fields.map(each => (
              <option key={each.path} value={each.path}>
                {each.label}
              </option>
            ))
          ) : (
            <optgroup key={label} label={label}>
              {fields.map(each => (
                <option key={each.path} value={each.path}>
                  {label} › {each.label}
                </option>
              ))}
            </optgroup>
          ),
        )}
      </Select>
      <Select
        label={t('operator')}
        value={leaf.operator}
        onChange={operator => field && onChange(changeOperator(leaf, field, operator))}
      >
        {choice ? null : <option value={leaf.operator}>{leaf.operator}</option>}
        {operators.map(({ operator }) => (
          <option key={operator} value={operator}>
            {formatOperator(operator)}
          </option>
        ))}
      </Select>
      <div className="min-w-20 flex-1">
        {field && choice ? (
          <ValueEditor
            key={`${leaf.field} ${leaf.operator}`}
            field={field}
            choice={choice}
            value={leaf.value}
            onChange={value =>
              onChange({
                field: leaf.field,
                operator: leaf.operator,
                ...(value !== undefined && { value }),
              })
            }
          />
        ) : null}
      </div>
      <IconButton label={t('remove')} onClick={onRemove}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </div>
  )
}
