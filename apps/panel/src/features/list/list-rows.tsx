import { SearchX, TableProperties } from 'lucide-react'
import { type MouseEvent, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { resizeColumn } from '../../core/list/columns.js'
import {
  describeSelection,
  emptySelection,
  isSelected,
  setSelected,
} from '../../core/list/selection.js'
import { toggleSort } from '../../core/list/sort.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import { usePreferences } from '../../data/use-preferences.js'
import { ErrorView } from '../../shell/error-view.js'
import { Button } from '../../ui/button.js'
import { Empty } from '../../ui/empty.js'
import { Table } from '../../ui/table/table.js'
import { CardList } from './card-list.js'
import { RowsSkeleton } from './list-skeleton.js'
import { buildColumns } from './table-columns.js'
import type { List, ListSubject } from './use-list.js'

const rowHeights = { compact: 28, default: 36, comfortable: 44 }

interface ListRowsProps extends ListSubject {
  readonly list: List
  readonly isPhone: boolean
}

/** The rows of a list, or what is in their place: a skeleton, an error, or that there are none. */
export function ListRows({ collections, collection, list, isPhone }: ListRowsProps) {
  const t = useTranslations('list')
  const { preferences } = usePreferences()
  const { checked, change, rows, records, choice, actions, setActive, latest } = list
  const { selection, setSelection } = choice
  const rowHeight = rowHeights[preferences.density ?? 'default']
  const { columns, sort, search = '' } = checked
  const tableColumns = useMemo(
    () =>
      buildColumns({
        columns,
        collections,
        collection,
        sort,
        search,
        onSort: field => change({ sort: toggleSort(sort, field) }),
        onResize: (field, width) =>
          change({ columns: resizeColumn(columns, field, width) }, { isReplaced: true }),
      }),
    [columns, collections, collection, sort, search, change],
  )
  const handlers = useMemo(
    () => ({
      onActivate: setActive,
      onOpen(index: number, event: MouseEvent) {
        if (event.metaKey || event.ctrlKey || event.defaultPrevented) return
        event.preventDefault()
        setActive(index)
        actions.peek(index)
      },
      onSelect(index: number, isRange: boolean) {
        const { rows: now } = latest.current
        const id = now.get(index)?.id
        if (id !== undefined) latest.current.choice.choose(id, now.loadedIds, isRange)
      },
    }),
    [actions, setActive, latest],
  )
  const below = <InsteadOfRows list={list} name={collection.label} rowHeight={rowHeight} />
  const selected = describeSelection(selection, rows.loadedIds)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
      {records.isReplacing && rows.count > 0 ? <div className="busy-bar appear-late" /> : null}
      {isPhone ? (
        <CardList
          label={collection.label}
          count={rows.count}
          getRow={rows.get}
          columns={tableColumns}
          onOpen={actions.peek}
          onShow={records.show}
        >
          {below}
        </CardList>
      ) : (
        <Table<PanelRecord>
          ref={list.table}
          label={collection.label}
          count={rows.count}
          rowCount={list.count?.isEstimated === false ? list.count.count : undefined}
          getRow={rows.get}
          getRowId={getId}
          columns={tableColumns}
          rowHeight={rowHeight}
          activeIndex={list.active}
          isSelected={record => isSelected(selection, record.id)}
          getSelectLabel={record => t('selectRow', { title: getRecordTitle(record, collection) })}
          selectAll={{
            label: t('selectAll'),
            isChecked: selected === 'all',
            isPartial: selected === 'some',
            onChange: isChecked =>
              setSelection(
                isChecked ? setSelected(selection, rows.loadedIds, true) : emptySelection,
              ),
          }}
          isComplete={rows.isComplete}
          isBusy={records.isReplacing}
          isActiveMarked={list.peeked !== undefined}
          onShow={records.show}
          {...handlers}
        >
          {below}
        </Table>
      )}
    </div>
  )
}

const getId = ({ id }: PanelRecord): string => id

interface InsteadOfRowsProps {
  readonly list: List
  readonly name: string
  readonly rowHeight: number
}

function InsteadOfRows({ list, name, rowHeight }: InsteadOfRowsProps) {
  const t = useTranslations('list')
  const { records, rows, checked, change } = list
  if (records.error) return <ErrorView error={records.error} onRetry={records.reload} />
  if (!records.pages) return <RowsSkeleton rowHeight={rowHeight} />
  if (rows.count > 0 || !rows.isComplete) return null
  if (checked.search || checked.filter) {
    return (
      <Empty
        icon={<SearchX size={18} aria-hidden="true" />}
        title={t('noMatch')}
        hint={t('noMatchHint', { name })}
      >
        <Button onClick={() => change({ search: undefined, filter: undefined })}>
          {t('clearAll')}
        </Button>
      </Empty>
    )
  }
  return (
    <Empty
      icon={<TableProperties size={18} aria-hidden="true" />}
      title={checked.segment ? t('emptySegment') : t('empty')}
      hint={checked.segment ? undefined : t('emptyHint', { name })}
    />
  )
}
