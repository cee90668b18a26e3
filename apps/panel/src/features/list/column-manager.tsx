import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { moveColumn, toggleColumn } from '../../core/list/columns.js'
import { canBeColumn } from '../../core/schema/apply-layout.js'
import type { CollectionModel, ColumnChoice } from '../../core/schema/collection-model.js'
import { Button, IconButton } from '../../ui/button.js'
import { Checkbox } from '../../ui/checkbox.js'
import type { PopupProps } from '../../ui/on-demand.js'
import { Popover } from '../../ui/popover.js'
import { SearchInput } from '../../ui/search-input.js'

interface ColumnManagerProps extends PopupProps {
  readonly collection: CollectionModel
  readonly columns: readonly ColumnChoice[]
  readonly onChange: (columns: readonly ColumnChoice[] | undefined) => void
}

/** Chooses and orders the columns: the shown ones first, then the other fields. */
export default function ColumnManager({
  collection,
  columns,
  onChange,
  trigger,
}: ColumnManagerProps) {
  const t = useTranslations('list')
  const [filter, setFilter] = useState('')
  const shown = columns.map(({ field }) => field)
  const others = [...collection.fields.values()]
    .filter(field => canBeColumn(field) && !field.isSecret && !shown.includes(field.name))
    .map(({ name }) => name)
  const names = [...shown, ...others].filter(name =>
    readLabel(collection, name).toLowerCase().includes(filter.trim().toLowerCase()),
  )
  return (
    <Popover title={t('columnsTitle')} trigger={trigger}>
      {() => (
        <>
          <div className="flex px-3 pb-2">
            <SearchInput
              label={t('findColumn')}
              clearLabel={t('findColumn')}
              value={filter}
              onChange={event => setFilter(event.target.value)}
              onClear={() => setFilter('')}
            />
          </div>
          <ul className="max-h-80 overflow-y-auto px-1 pb-1">
            {names.map(name => {
              const label = readLabel(collection, name)
              const position = shown.indexOf(name)
              return (
                <li
                  key={name}
                  className="flex h-8 items-center gap-2 rounded-control px-2 hover:bg-hover"
                >
                  <Checkbox
                    label={label}
                    isChecked={position >= 0}
                    onChange={() => onChange(toggleColumn(columns, name))}
                  />
                  <span className="min-w-0 flex-1 truncate">{label}</span>
                  {position >= 0 && filter === '' ? (
                    <>
                      <IconButton
                        label={t('moveUp', { name: label })}
                        disabled={position === 0}
                        onClick={() => onChange(moveColumn(columns, name, position - 1))}
                      >
                        <ArrowUp size={12} aria-hidden="true" />
                      </IconButton>
                      <IconButton
                        label={t('moveDown', { name: label })}
                        disabled={position === shown.length - 1}
                        onClick={() => onChange(moveColumn(columns, name, position + 1))}
                      >
                        <ArrowDown size={12} aria-hidden="true" />
                      </IconButton>
                    </>
                  ) : null}
                </li>
              )
            })}
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

function readLabel({ fields }: CollectionModel, path: string): string {
  return fields.get(path)?.label ?? path.replaceAll(':', ' › ')
}
