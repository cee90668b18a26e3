import { ArrowDown, ArrowUp, Pin } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { searchColumns } from '../../core/list/column-choices.js'
import { isColumnPinned, moveColumn, pinColumn, toggleColumn } from '../../core/list/columns.js'
import { canBeColumn } from '../../core/schema/apply-layout.js'
import type { ColumnChoice } from '../../core/schema/collection-model.js'
import { findField, formatPath } from '../../core/schema/find-field.js'
import { Button, IconButton } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import type { PopupProps } from '../../ui/on-demand.js'
import { Popover } from '../../ui/popover.js'
import { SearchInput } from '../../ui/search-input.js'
import type { ListSubject } from './use-list.js'

interface ColumnManagerProps extends ListSubject, PopupProps {
  readonly columns: readonly ColumnChoice[]
  readonly onChange: (columns: readonly ColumnChoice[] | undefined) => void
}

/**
 * Chooses, orders and pins the columns: the shown ones first, then the other fields. A search also
 * finds fields of related records.
 */
export default function ColumnManager({ trigger, ...rest }: ColumnManagerProps) {
  const t = useTranslations('list')
  const { collections, collection, columns, onChange } = rest
  const [filter, setFilter] = useState('')
  const shown = columns.map(({ field }) => field)
  const others = [...collection.fields.values()]
    .filter(field => canBeColumn(field) && !field.isSecret && !shown.includes(field.name))
    .map(({ name }) => name)
  const names =
    filter.trim() === '' ? [...shown, ...others] : searchColumns(collections, collection, filter)
  return (
    <Popover title={t('columnsTitle')} trigger={trigger}>
      {() => (
        <>
          <div className="flex px-3 pb-2">
            <SearchInput
              label={t('findColumn')}
              clearLabel={t('clearSearch')}
              value={filter}
              onChange={event => setFilter(event.target.value)}
              onClear={() => setFilter('')}
            />
          </div>
          <ul className="max-h-80 overflow-y-auto px-1 pb-1">
            {names.map(name => (
              <ColumnItem
                key={name}
                {...rest}
                name={name}
                position={filter === '' ? shown.indexOf(name) : -1}
                isShown={shown.includes(name)}
              />
            ))}
          </ul>
          <div className="border-t border-line p-2">
            <Button look="ghost" onClick={() => onChange(undefined)}>
              {t('resetColumns')}
            </Button>
          </div>
        </>
      )}
    </Popover>
  )
}

interface ColumnItemProps extends Omit<ColumnManagerProps, 'trigger'> {
  readonly name: string
  /** Of a shown column, as long as all of them are listed. */
  readonly position: number
  readonly isShown: boolean
}

function ColumnItem(props: ColumnItemProps) {
  const { collections, collection, columns, onChange, name, position, isShown } = props
  const t = useTranslations('list')
  const g = useTranslations('grid')
  const found = findField(collections, collection, name)
  const label = found ? formatPath(found) : name
  const isPinned = isColumnPinned(columns, name)
  return (
    <li className="flex h-8 items-center gap-1 rounded-control px-2 hover:bg-hover pointer-coarse:h-11">
      <Checkbox
        label={label}
        isChecked={isShown}
        onChange={() => onChange(toggleColumn(columns, name))}
      />
      <span className="min-w-0 flex-1 truncate pl-1">{label}</span>
      {position < 0 ? null : (
        <>
          <IconButton
            label={isPinned ? g('unpinColumn', { name: label }) : g('pinColumn', { name: label })}
            aria-pressed={isPinned}
            onClick={() => onChange(pinColumn(columns, name, !isPinned))}
          >
            <Pin size={12} aria-hidden="true" fill={isPinned ? 'currentColor' : 'none'} />
          </IconButton>
          <IconButton
            label={t('moveUp', { name: label })}
            disabled={position === 0}
            onClick={() => onChange(moveColumn(columns, name, position - 1))}
          >
            <ArrowUp size={12} aria-hidden="true" />
          </IconButton>
          <IconButton
            label={t('moveDown', { name: label })}
            disabled={position === columns.length - 1}
            onClick={() => onChange(moveColumn(columns, name, position + 1))}
          >
            <ArrowDown size={12} aria-hidden="true" />
          </IconButton>
        </>
      )}
    </li>
  )
}
