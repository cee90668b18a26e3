import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { searchColumns } from '../../core/list/column-choices.js'
import { moveColumn, toggleColumn } from '../../core/list/columns.js'
import { canBeColumn } from '../../core/schema/apply-layout.js'
import type {
  CollectionModel,
  Collections,
  ColumnChoice,
} from '../../core/schema/collection-model.js'
import { findField, formatPath } from '../../core/schema/find-field.js'
import { SearchInput } from '../../ui/search-input.js'
import { EditorRow } from './editor-row.js'
import { openField } from './editor-store.js'
import { MoveMenu, type MoveOpening } from './move-menu.js'
import { useSortable } from './sortable.js'

interface ColumnListProps {
  readonly collections: Collections
  /** The collection whose records the list shows. */
  readonly collection: CollectionModel
  readonly columns: readonly ColumnChoice[]
  readonly onChange: (columns: readonly ColumnChoice[]) => void
}

/** The columns of a list: which, in which order. A search also finds fields of related records. */
export function ColumnList({ collections, collection, columns, onChange }: ColumnListProps) {
  const t = useTranslations('layoutEditor')
  const app = useTranslations('app')
  const [search, setSearch] = useState('')
  const [moving, setMoving] = useState<MoveOpening>()
  const list = useRef<HTMLUListElement>(null)
  const shown = columns.map(({ field }) => field)
  const move = (field: string, position: number) => onChange(moveColumn(columns, field, position))
  useSortable(
    list,
    'column',
    ({ key, before }) => {
      const position = before === undefined ? shown.length : shown.indexOf(before)
      move(key, position - (shown.indexOf(key) < position && before === undefined ? 1 : 0))
    },
    columns,
  )
  const others =
    search.trim() === ''
      ? [...collection.fields.values()]
          .filter(field => canBeColumn(field) && !field.isSecret)
          .map(field => field.name)
      : searchColumns(collections, collection, search)
  const nameColumn = (path: string) => {
    const found = findField(collections, collection, path)
    return found ? formatPath(found) : path
  }
  return (
    <>
      <ul ref={list} aria-label={t('columns.shown')}>
        {columns.map(({ field }, index) => (
          <EditorRow
            key={field}
            itemKey={field}
            label={nameColumn(field)}
            hideProblem={columns.length === 1 ? t('columns.last') : undefined}
            onToggle={() => onChange(toggleColumn(columns, field))}
            onSettings={() => openField(collection.name, field)}
            onStep={by => move(field, index + by)}
            onMoveMenu={anchor =>
              setMoving({
                anchor,
                key: field,
                label: nameColumn(field),
                isFirst: index === 0,
                isLast: index === columns.length - 1,
                onStep: by => move(field, index + by),
              })
            }
          />
        ))}
      </ul>
      <section aria-label={t('columns.others')} className="flex flex-col gap-2">
        <h3 className="text-small font-medium text-muted">{t('columns.others')}</h3>
        <div className="flex">
          <SearchInput
            label={t('columns.find')}
            clearLabel={app('clear')}
            value={search}
            onChange={event => setSearch(event.target.value)}
            onClear={() => setSearch('')}
          />
        </div>
        <ul>
          {others
            .filter(path => !shown.includes(path))
            .map(path => (
              <EditorRow
                key={path}
                itemKey={path}
                label={nameColumn(path)}
                isHidden
                onToggle={() => onChange(toggleColumn(columns, path))}
              />
            ))}
        </ul>
      </section>
      {moving ? <MoveMenu opening={moving} onClose={() => setMoving(undefined)} /> : null}
    </>
  )
}
