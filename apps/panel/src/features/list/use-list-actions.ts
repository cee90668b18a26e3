import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { stepToRow } from '../../core/list/active-row.js'
import type { FilterTree } from '../../core/list/filter-tree.js'
import { type ListState, removePeek } from '../../core/list/list-state.js'
import { moveThroughCells } from '../../core/list/move-through-cells.js'
import { emptySelection } from '../../core/list/selection.js'
import { formatAddress } from '../../core/places/address.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { history } from '../../data/history.js'
import { usePlace } from '../../data/place-context.js'
import type { Records } from '../../data/use-records.js'
import type { SelectionState } from '../../shell/list/use-selection.js'
import type { ChangeListState } from '../../shell/use-list-address.js'
import type { TableHandle } from '../../ui/table/table.js'
import type { MenuAnchor } from '../../ui/table/table-row.js'
import type { LatestList } from './use-cell-writes.js'
import type { InlineEdit } from './use-inline-edit.js'
import type { ListActions } from './use-list-keys.js'

/** A row whose menu is open, and where. */
export interface RowMenuOpening {
  readonly record: PanelRecord
  readonly anchor: MenuAnchor
}

interface ActionTools {
  readonly collection: CollectionModel
  readonly table: RefObject<TableHandle | null>
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly viewsButton: RefObject<HTMLButtonElement | null>
  readonly setActive: (index: number) => void
  readonly setColumn: (column: string | undefined) => void
  readonly setRowMenu: (opening: RowMenuOpening | undefined) => void
  readonly edit: Pick<InlineEdit, 'start'>
  readonly openFilter: (tree: FilterTree | undefined) => void
  readonly change: ChangeListState
  readonly reload: () => void
}

interface LatestScreen extends LatestList {
  readonly rows: LatestList['rows'] & { readonly loadedIds: readonly string[] }
  readonly readActive: () => number | undefined
  readonly column: string | undefined
  readonly state: ListState
  readonly peek: string | undefined
  readonly choice: SelectionState
  readonly records: Records
}

type Latest = RefObject<LatestScreen>

export function useListActions(latest: Latest, tools: ActionTools): ListActions {
  const { table, searchBox, viewsButton, setRowMenu, change, reload, openFilter } = tools
  const { start } = tools.edit
  const { peek, openPage, openTab } = useOpenRecord(latest, tools)
  const goTo = useGoTo(tools)
  const moveLater = useEarlyMoves(latest, goTo)
  return useMemo(() => {
    /** Without an active row, keys mean the first one. */
    const readActive = () => latest.current.readActive() ?? 0
    const getRow = () => latest.current.rows.get(readActive())
    const listFields = () => latest.current.checked.columns.map(({ field }) => field)
    return {
      peek,
      openPage,
      move(step) {
        const { rows, column, records } = latest.current
        if (!records.pages) return moveLater(step)
        const next = stepToRow(latest.current.readActive(), step, rows.count)
        if (next < 0) return
        goTo(next, column)
        const id = rows.get(next)?.id
        if (latest.current.peek !== undefined && id !== undefined) peek(id)
      },
      moveCell(step) {
        const { column, rows } = latest.current
        if (rows.count === 0) return
        const fields = listFields()
        const at = column === undefined ? -1 : fields.indexOf(column)
        const next = Math.min(at + step, fields.length - 1)
        goTo(readActive(), next < 0 ? undefined : fields[next])
      },
      moveOn(step) {
        const { column = '', rows } = latest.current
        const next = moveThroughCells({ row: readActive(), column }, step, listFields(), rows.count)
        goTo(next.row, next.column)
      },
      isInGrid: () => latest.current.column !== undefined,
      edit() {
        const { column, rows } = latest.current
        if (column !== undefined) start(readActive(), column)
        else if (rows.count > 0) goTo(readActive(), listFields()[0])
      },
      openMenu() {
        const { column } = latest.current
        const record = getRow()
        const anchor = table.current?.findCell(readActive(), column ?? listFields()[0] ?? '')
        if (record && anchor) setRowMenu({ record, anchor })
      },
      toggle() {
        const { rows, choice } = latest.current
        const id = getRow()?.id
        if (id !== undefined) choice.choose(id, rows.loadedIds, false)
      },
      togglePeek() {
        const id = getRow()?.id
        if (id === undefined) return
        if (latest.current.peek === id) change({ peek: undefined })
        else peek(id)
      },
      openActivePage() {
        const id = getRow()?.id
        if (id !== undefined) openPage(id)
      },
      openActiveTab() {
        const id = getRow()?.id
        if (id !== undefined) openTab(id)
      },
      search: () => searchBox.current?.focus(),
      filter: () => openFilter(latest.current.state.filter),
      views: () => viewsButton.current?.click(),
      leave() {
        const { column, choice } = latest.current
        if (column !== undefined) goTo(readActive(), undefined)
        else if (choice.selection !== emptySelection) choice.setSelection(emptySelection)
        else if (latest.current.peek !== undefined) change({ peek: undefined })
      },
      refresh: reload,
    }
  }, [
    latest,
    table,
    searchBox,
    viewsButton,
    setRowMenu,
    start,
    openFilter,
    change,
    reload,
    peek,
    openPage,
    openTab,
    goTo,
    moveLater,
  ])
}

/** Ways to open a record: beside the list, in its place, in a new tab. */
function useOpenRecord(latest: Latest, { change, collection }: ActionTools) {
  const { names } = usePlace()
  return useMemo(() => {
    const buildPath = (id: string) =>
      formatAddress({ ...names, screen: { kind: 'record', collection: collection.name, id } }) +
      removePeek(history.location.search)
    return {
      peek: (id: string) => change({ peek: id }, { isReplaced: latest.current.peek !== undefined }),
      openPage: (id: string) => history.push(buildPath(id)),
      openTab: (id: string) => void window.open(buildPath(id), '_blank', 'noopener'),
    }
  }, [latest, change, collection.name, names])
}

/** Makes a row or a cell active and gives it the focus. */
function useGoTo({ table, setActive, setColumn }: ActionTools) {
  return useCallback(
    (index: number, column: string | undefined) => {
      setActive(index)
      setColumn(column)
      if (column === undefined) table.current?.focusRow(index)
      else table.current?.focusCell(index, column)
    },
    [table, setActive, setColumn],
  )
}

/** Remembers moves that are made before there are rows, and makes them when these arrive. */
function useEarlyMoves(latest: Latest, goTo: ReturnType<typeof useGoTo>) {
  const row = useRef<number>(undefined)
  useLayoutEffect(() => {
    const { rows } = latest.current
    if (row.current === undefined || rows.count === 0) return
    goTo(Math.min(row.current, rows.count - 1), undefined)
    row.current = undefined
  })
  return useCallback((step: 1 | -1) => {
    row.current = stepToRow(row.current, step, Number.POSITIVE_INFINITY)
  }, [])
}
