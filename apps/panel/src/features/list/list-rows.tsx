import { Plus, SearchX, TableProperties } from 'lucide-react'
import { type MouseEvent, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { moveColumn, resizeColumn } from '../../core/list/columns.js'
import { explainReadOnly } from '../../core/list/explain-read-only.js'
import { blockSize } from '../../core/list/list-request.js'
import { toggleSort } from '../../core/list/sort.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { findField } from '../../core/schema/find-field.js'
import { usePreferences } from '../../data/use-preferences.js'
import { ErrorView } from '../../shell/error-view.js'
import { isForBrowser } from '../../shell/list/is-for-browser.js'
import { buildColumns } from '../../shell/list/table-columns.js'
import { useActiveIndex } from '../../shell/list/use-active-row.js'
import { useTableProps } from '../../shell/list/use-table-props.js'
import { rowHeights } from '../../shell/theme.js'
import { Button, IconButton } from '../../ui/button.js'
import { Empty } from '../../ui/empty.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { loadOnDemand } from '../../ui/on-demand.js'
import { PopupLoader } from '../../ui/popup-loader.js'
import { Table } from '../../ui/table/table.js'
import type { MenuAnchor } from '../../ui/table/table-row.js'
import { useOpening } from '../../ui/use-opening.js'
import { RowsSkeleton } from './list-skeleton.js'
import type { List, ListSubject } from './use-list.js'

/** Only on phones. */
const CardList = lazyPart(() => import('./card-list.js'))
const ColumnManager = loadOnDemand('dialog', () => import('./column-manager.js'))
const CellEditor = lazyPart(() => import('./cell-editor.js'))
const HeadMenu = lazyPart(() => import('./head-menu.js'))
const RowMenu = lazyPart(() => import('./row-menu.js'))

/** A click that opens waits this long for a second one, which edits. */
const doubleClickTime = 250

interface ListRowsProps extends ListSubject {
  readonly list: List
  readonly isPhone: boolean
}

/** The rows of a list, or what is in their place: a skeleton, an error, or that there are none. */
export function ListRows({ collections, collection, list, isPhone }: ListRowsProps) {
  const g = useTranslations('grid')
  const { preferences } = usePreferences()
  const { checked, change, rows, records, choice, actions, setActive, latest } = list
  const { setColumn, setRowMenu, edit } = list
  const active = useActiveIndex(list.activeRow)
  const [headMenu, setHeadMenu] = useOpening<{ column: string; anchor: HTMLElement }>()
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
        onMenu: (column, anchor) => setHeadMenu({ column, anchor }),
      }),
    [columns, collections, collection, sort, search, change, setHeadMenu],
  )
  const canEdit = useCallback(
    (column: string) => {
      const found = findField(collections, collection, column)
      return found !== undefined && explainReadOnly(found, collection) === undefined
    },
    [collections, collection],
  )
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(opening.current), [])
  const { start } = edit
  const handlers = useMemo(
    () => ({
      onActivate: setActive,
      onOpen(index: number, event: MouseEvent, column: string | undefined) {
        if (isForBrowser(event)) return
        event.preventDefault()
        setActive(index)
        setColumn(undefined)
        clearTimeout(opening.current)
        const id = latest.current.rows.get(index)?.id
        if (id === undefined) return
        const isLink = event.target instanceof Element && event.target.closest('a') !== null
        if (isLink || column === undefined || !canEdit(column)) actions.peek(id)
        else if (event.detail < 2) {
          opening.current = setTimeout(() => actions.peek(id), doubleClickTime)
        }
      },
      onEdit(index: number, column: string) {
        clearTimeout(opening.current)
        if (canEdit(column)) start(index, column)
      },
      onMenu: (index: number, anchor: MenuAnchor) => {
        const record = latest.current.rows.get(index)
        setActive(index)
        if (record) setRowMenu({ record, anchor })
      },
      onSelect(index: number, isRange: boolean) {
        const { rows: now } = latest.current
        const id = now.get(index)?.id
        if (id !== undefined) latest.current.choice.choose(id, now.loadedIds, isRange)
      },
    }),
    [actions, setActive, setColumn, setRowMenu, start, canEdit, latest],
  )
  const headEnd = useMemo(
    () => (
      <ColumnManager
        collections={collections}
        collection={collection}
        columns={columns}
        onChange={next => change({ columns: next }, { isReplaced: true })}
        trigger={
          <IconButton label={g('addColumn')}>
            <Plus size={14} aria-hidden="true" />
          </IconButton>
        }
      />
    ),
    [collections, collection, columns, change, g],
  )
  const tableProps = useTableProps(collection, rows, choice)
  const closeHeadMenu = () => setHeadMenu(undefined)
  const closeRowMenu = () => setRowMenu(undefined)
  const below = <InsteadOfRows list={list} name={collection.label} rowHeight={rowHeight} />
  return (
    <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
      {records.isReplacing && rows.count > 0 ? <div className="busy-bar appear-late" /> : null}
      {isPhone ? (
        <Suspense fallback={<RowsSkeleton rowHeight={rowHeight} />}>
          <CardList
            label={collection.label}
            count={rows.count}
            getRow={rows.get}
            columns={tableColumns}
            onOpen={({ id }) => actions.openPage(id)}
            onShow={records.show}
          >
            {below}
          </CardList>
        </Suspense>
      ) : (
        <Table<PanelRecord>
          // Another page begins at its top.
          key={list.page}
          ref={list.table}
          label={collection.label}
          {...tableProps}
          count={rows.count}
          rowCount={list.count?.isEstimated === false ? list.count.count : undefined}
          rowsBefore={((list.page ?? 1) - 1) * blockSize}
          getRow={rows.get}
          columns={tableColumns}
          rowHeight={rowHeight}
          activeIndex={active ?? 0}
          activeColumn={list.column}
          getMarks={edit.getMarks}
          headEnd={headEnd}
          onMoveColumn={(id, target) =>
            change(
              {
                columns: moveColumn(
                  columns,
                  id,
                  columns.findIndex(({ field }) => field === target),
                ),
              },
              { isReplaced: true },
            )
          }
          isComplete={rows.isComplete}
          isBusy={records.isReplacing}
          isMarked={record => record === list.peeked}
          onShow={records.show}
          {...handlers}
        >
          {below}
        </Table>
      )}
      {edit.cell ? (
        <PopupLoader onCancel={edit.close}>
          <CellEditor
            collections={collections}
            collection={collection}
            cell={edit.cell}
            save={edit.save}
            close={edit.close}
          />
        </PopupLoader>
      ) : null}
      {headMenu ? (
        <PopupLoader onCancel={closeHeadMenu}>
          <HeadMenu
            key={headMenu.turn}
            collections={collections}
            collection={collection}
            list={list}
            {...headMenu}
            onClose={closeHeadMenu}
          />
        </PopupLoader>
      ) : null}
      {list.rowMenu ? (
        <PopupLoader onCancel={closeRowMenu}>
          <RowMenu
            key={list.rowMenu.turn}
            collections={collections}
            collection={collection}
            list={list}
            {...list.rowMenu}
            onClose={closeRowMenu}
          />
        </PopupLoader>
      ) : null}
    </div>
  )
}

interface InsteadOfRowsProps {
  readonly list: List
  readonly name: string
  readonly rowHeight: number
}

function InsteadOfRows({ list, name, rowHeight }: InsteadOfRowsProps) {
  const t = useTranslations('list')
  const { records, rows, checked, change } = list
  if (records.error) return <ErrorView error={records.error} onRetry={list.reload} />
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
