import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  EyeOff,
  ListFilter,
  MoveHorizontal,
  Pin,
  PinOff,
  RotateCcw,
  Settings,
} from 'lucide-react'
import { useTranslations } from 'use-intl'
import {
  isColumnPinned,
  moveColumn,
  pinColumn,
  resetColumnWidth,
  toggleColumn,
} from '../../core/list/columns.js'
import { addPart } from '../../core/list/filter-tree.js'
import { findField, formatPath } from '../../core/schema/find-field.js'
import { useLayoutEditing } from '../../data/layout-editing.js'
import { createCondition } from '../../shell/filter/create-condition.js'
import { AnchoredMenu } from '../../ui/anchored-menu.js'
import { MenuItem, MenuSeparator } from '../../ui/menu.js'
import type { List, ListSubject } from './use-list.js'

interface HeadMenuProps extends ListSubject {
  readonly list: List
  readonly column: string
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

/** What can be done with a column: sort, filter, pin, move, resize, hide. */
export default function HeadMenu({ list, column, anchor, onClose, ...subject }: HeadMenuProps) {
  const t = useTranslations('columnMenu')
  const { checked, change, state, table } = list
  const draft = useLayoutEditing()?.draft
  const found = findField(subject.collections, subject.collection, column)
  if (!found) return null
  const { columns, sort } = checked
  const position = columns.findIndex(each => each.field === column)
  const current = columns[position]
  const isPinned = isColumnPinned(columns, column)
  const isOnlyPinned = isPinned && columns.filter(each => each.isPinned).length < 2
  const sorted = sort.find(each => each.field === column)
  const setColumns = (next: typeof columns) => change({ columns: next }, { isReplaced: true })
  const moved = (to: number) => moveColumn(columns, column, to)
  const canFilter = found.field.kind === 'column' && found.field.operators.length > 0
  return (
    <AnchoredMenu anchor={anchor} label={formatPath(found)} onClose={onClose}>
      {found.field.isSortable ? (
        <>
          <MenuItem
            icon={<ArrowUp size={14} />}
            isDisabled={sorted !== undefined && !sorted.isDescending}
            onSelect={() => change({ sort: [{ field: column }] })}
          >
            {t('sortAscending')}
          </MenuItem>
          <MenuItem
            icon={<ArrowDown size={14} />}
            isDisabled={sorted?.isDescending === true}
            onSelect={() => change({ sort: [{ field: column, isDescending: true }] })}
          >
            {t('sortDescending')}
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      {canFilter ? (
        <>
          <MenuItem
            icon={<ListFilter size={14} />}
            onSelect={() =>
              list.openFilter(addPart(state.filter, [], createCondition(column, found.field)))
            }
          >
            {t('addToFilter')}
          </MenuItem>
          <MenuSeparator />
        </>
      ) : null}
      <MenuItem
        icon={isPinned ? <PinOff size={14} /> : <Pin size={14} />}
        isDisabled={isOnlyPinned && position === 0}
        onSelect={() => setColumns(pinColumn(columns, column, !isPinned))}
      >
        {isPinned ? t('unpin') : t('pin')}
      </MenuItem>
      <MenuItem
        icon={<ArrowLeft size={14} />}
        isDisabled={moved(position - 1)[position] === current}
        onSelect={() => setColumns(moved(position - 1))}
      >
        {t('moveLeft')}
      </MenuItem>
      <MenuItem
        icon={<ArrowRight size={14} />}
        isDisabled={moved(position + 1)[position] === current}
        onSelect={() => setColumns(moved(position + 1))}
      >
        {t('moveRight')}
      </MenuItem>
      <MenuItem
        icon={<MoveHorizontal size={14} />}
        onSelect={() => table.current?.focusGrip(column)}
      >
        {t('resize')}
      </MenuItem>
      <MenuItem
        icon={<RotateCcw size={14} />}
        isDisabled={current?.width === undefined}
        onSelect={() => setColumns(resetColumnWidth(columns, column))}
      >
        {t('resetWidth')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        icon={<EyeOff size={14} />}
        isDisabled={columns.length === 1}
        onSelect={() => setColumns(toggleColumn(columns, column))}
      >
        {t('hide')}
      </MenuItem>
      {draft ? (
        <SettingsItem
          name={formatPath(found)}
          onOpen={() => draft.openField(subject.collection.name, column)}
        />
      ) : null}
    </AnchoredMenu>
  )
}

interface SettingsItemProps {
  readonly name: string
  readonly onOpen: () => void
}

/** The label and the widgets of the column, while the layout is edited: only then its texts are loaded. */
function SettingsItem({ name, onOpen }: SettingsItemProps) {
  const t = useTranslations('layoutEditor.row')
  return (
    <MenuItem icon={<Settings size={14} />} onSelect={onOpen}>
      {t('settings', { name })}
    </MenuItem>
  )
}
