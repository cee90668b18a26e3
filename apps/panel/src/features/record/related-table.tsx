import type { LayoutSort } from '@service/protocol'
import { SearchX, TableProperties } from 'lucide-react'
import { type MouseEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { stepToRow } from '../../core/list/active-row.js'
import type { CheckedList } from '../../core/list/check-list-state.js'
import { buildRowQuery } from '../../core/list/list-request.js'
import { emptySelection } from '../../core/list/selection.js'
import { toggleSort } from '../../core/list/sort.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import type { RelatedTab } from '../../core/record/related.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { usePreferences } from '../../data/use-preferences.js'
import type { Records } from '../../data/use-records.js'
import { ErrorView } from '../../shell/error-view.js'
import { isForBrowser } from '../../shell/list/is-for-browser.js'
import { buildColumns } from '../../shell/list/table-columns.js'
import { useActiveIndex, useActiveRow } from '../../shell/list/use-active-row.js'
import type { Rows } from '../../shell/list/use-rows.js'
import type { SelectionState } from '../../shell/list/use-selection.js'
import { useTableProps } from '../../shell/list/use-table-props.js'
import { rowHeights } from '../../shell/theme.js'
import { Button } from '../../ui/button.js'
import { Empty } from '../../ui/empty.js'
import { lazyPart } from '../../ui/lazy-part.js'
import { PopupLoader } from '../../ui/popup-loader.js'
import { Skeleton } from '../../ui/skeleton.js'
import { Table, type TableHandle } from '../../ui/table/table.js'
import type { MenuAnchor } from '../../ui/table/table-row.js'
import { useOpening } from '../../ui/use-opening.js'
import type { RelatedChanges } from './use-related-changes.js'
import { useRelatedKeys } from './use-related-keys.js'

const RelatedMenu = lazyPart(() => import('./related-menu.js'))

interface RelatedTableProps {
  readonly tab: RelatedTab
  readonly collections: Collections
  readonly checked: CheckedList
  readonly records: Records
  readonly rows: Rows
  readonly choice: SelectionState
  readonly changes: RelatedChanges
  /** The id of the record that is shown beside the list. */
  readonly peek: string | undefined
  readonly onPeek: (id: string | undefined) => void
  readonly onSort: (sort: readonly LayoutSort[]) => void
}

/** The rows of a related list. */
export function RelatedTable(props: RelatedTableProps) {
  const { tab, collections, checked, records, rows, choice, peek } = props
  const { preferences } = usePreferences()
  const target = tab.source.collection
  const listKey = JSON.stringify([checked.sort, buildRowQuery(checked)])
  const activeRow = useActiveRow(records.pages, peek, listKey)
  const active = useActiveIndex(activeRow)
  const { setActive } = activeRow
  const [menu, setMenu] = useOpening<{
    readonly record: PanelRecord
    readonly anchor: MenuAnchor
  }>()
  const table = useRef<TableHandle>(null)
  const { columns, sort, search = '' } = checked

  // Rows hold on to functions that stay the same: these read the latest values from here.
  const now = { ...props, active }
  const latest = useRef(now)
  useLayoutEffect(() => {
    latest.current = now
  })
  const tableColumns = useMemo(
    () =>
      buildColumns({
        columns,
        collections,
        collection: target,
        sort,
        search,
        onSort: field => latest.current.onSort(toggleSort(sort, field)),
      }),
    [columns, collections, target, sort, search],
  )
  const actions = useMemo(() => {
    const findId = (index = 0) => latest.current.rows.get(index)?.id
    const select = (index: number | undefined, isRange: boolean) => {
      const { rows: all, choice: chosen } = latest.current
      const id = findId(index)
      if (id !== undefined) chosen.choose(id, all.loadedIds, isRange)
    }
    const openMenu = (index: number, anchor: MenuAnchor) => {
      const record = latest.current.rows.get(index)
      if (record) setMenu({ record, anchor })
    }
    return {
      onActivate: setActive,
      onEdit() {},
      onOpen(index: number, event: MouseEvent) {
        if (isForBrowser(event)) return
        event.preventDefault()
        setActive(index)
        latest.current.onPeek(findId(index))
      },
      onMenu: openMenu,
      onSelect: select,
      move(step: 1 | -1) {
        const { rows: all, active: from, peek: shown, onPeek } = latest.current
        const next = stepToRow(from, step, all.count)
        if (next < 0) return
        setActive(next)
        table.current?.focusRow(next)
        if (shown !== undefined) onPeek(findId(next))
      },
      toggle: () => select(latest.current.active, false),
      togglePeek() {
        const { active: index, peek: shown, onPeek } = latest.current
        const id = findId(index)
        onPeek(id === shown ? undefined : id)
      },
      openMenu() {
        const { active: index = 0, checked: list } = latest.current
        const anchor = table.current?.findCell(index, list.columns[0]?.field ?? '')
        if (anchor) openMenu(index, anchor)
      },
      leave() {
        const { choice: chosen, peek: shown, onPeek } = latest.current
        if (chosen.selection !== emptySelection) chosen.setSelection(emptySelection)
        else if (shown !== undefined) onPeek(undefined)
      },
    }
  }, [setActive, setMenu])
  useRelatedKeys(actions)
  const tableProps = useTableProps(target, rows, choice)
  const closeMenu = () => setMenu(undefined)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col border-t border-line">
      {records.isReplacing && rows.count > 0 ? <div className="busy-bar appear-late" /> : null}
      <Table<PanelRecord>
        ref={table}
        label={tab.label}
        {...tableProps}
        count={rows.count}
        rowCount={rows.isComplete ? rows.count : undefined}
        getRow={rows.get}
        columns={tableColumns}
        rowHeight={rowHeights[preferences.density ?? 'default']}
        activeIndex={active ?? 0}
        activeColumn={undefined}
        getMarks={noMarks}
        onMoveColumn={ignoreMove}
        isComplete={rows.isComplete}
        isBusy={records.isReplacing}
        isMarked={record => record.id === peek}
        onShow={records.show}
        onActivate={actions.onActivate}
        onOpen={actions.onOpen}
        onEdit={actions.onEdit}
        onSelect={actions.onSelect}
        onMenu={actions.onMenu}
      >
        <InsteadOfRows {...props} />
      </Table>
      {menu ? (
        <PopupLoader onCancel={closeMenu}>
          <RelatedMenu
            key={menu.turn}
            tab={tab}
            record={menu.record}
            anchor={menu.anchor}
            changes={props.changes}
            onPeek={props.onPeek}
            onClose={closeMenu}
          />
        </PopupLoader>
      ) : null}
    </div>
  )
}

const noMarks = () => undefined
/** The columns of a related list stay as its layout has them. */
const ignoreMove = () => {}

/** What is in the place of rows: a skeleton, an error, or that there are none. */
function InsteadOfRows({ tab, records, rows, checked, changes }: RelatedTableProps) {
  const t = useTranslations('record')
  const list = useTranslations('list')
  if (records.error) return <ErrorView error={records.error} onRetry={records.reload} />
  if (!records.pages) return <TableSkeleton />
  if (rows.count > 0 || !rows.isComplete) return null
  if (checked.search) {
    return (
      <Empty
        icon={<SearchX size={18} aria-hidden="true" />}
        title={t('noRelatedMatch')}
        hint={t('noRelatedMatchHint')}
      />
    )
  }
  return (
    <Empty
      icon={<TableProperties size={18} aria-hidden="true" />}
      title={t('noRelated', { name: tab.label })}
      hint={tab.mayCreate || tab.mayChange ? t('noRelatedHint') : undefined}
    >
      {tab.mayCreate ? <Button onClick={changes.create}>{list('newShort')}</Button> : null}
    </Empty>
  )
}

function TableSkeleton() {
  return (
    <div className="flex flex-col gap-6 px-4 py-4">
      {['80%', '65%', '72%', '58%', '76%'].map(width => (
        <Skeleton key={width} width={width} />
      ))}
    </div>
  )
}
