import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { checkListState, reportView } from '../../core/list/check-list-state.js'
import type { FilterTree } from '../../core/list/filter-tree.js'
import { buildRowQuery } from '../../core/list/list-request.js'
import type { ListState } from '../../core/list/list-state.js'
import type { ListSubject } from '../../core/list/list-subject.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import { usePlace } from '../../data/place-context.js'
import { useCount, useExactCount } from '../../data/use-count.js'
import { useRecords } from '../../data/use-records.js'
import { useActiveRow } from '../../shell/list/use-active-row.js'
import { useRows } from '../../shell/list/use-rows.js'
import { useSelection } from '../../shell/list/use-selection.js'
import { useToasts } from '../../shell/toasts.js'
import { useErrorText } from '../../shell/use-error-text.js'
import { useListState } from '../../shell/use-list-state.js'
import type { TableHandle } from '../../ui/table/table.js'
import { useAfterPaint } from '../../ui/use-after-paint.js'
import { useOpening } from '../../ui/use-opening.js'
import type { FilterOpening } from './filter/filter-opening.js'
import { useInlineEdit } from './use-inline-edit.js'
import { useKeptColumns } from './use-kept-columns.js'
import { type RowMenuOpening, useListActions } from './use-list-actions.js'
import { usePageNumber } from './use-page-number.js'

export type { ListSubject, RowMenuOpening }

/** Everything a list shows, and what people can do with it. */
export function useList({ collections, collection }: ListSubject) {
  const t = useTranslations('list')
  const { timezone, variables } = usePlace()
  const { show } = useToasts()
  const describeError = useErrorText()
  const { view, missingView, open, ...access } = useListState(collection)
  const kept = useKeptColumns(collection, view, access)
  const { change } = kept
  const { peek } = kept.state
  const state = useWithoutPeek(kept.state)
  const source = useMemo(() => ({ collection }), [collection])
  const checked = useMemo(
    () =>
      reportView(checkListState(state, collections, collection, timezone, variables), missingView),
    [state, collections, collection, timezone, variables, missingView],
  )
  const rowQuery = JSON.stringify(buildRowQuery(checked))
  const listKey = `${JSON.stringify(checked.sort)} ${rowQuery}`
  const { page, setPage } = usePageNumber(listKey)
  const records = useRecords(source, checked, collections, page)
  const { count, recount } = useCount(source, checked)
  const { countExactly, isCounting } = useExactCount(source, checked, error =>
    show({ text: t('notCounted'), kind: 'danger', details: describeError(error) }),
  )
  const choice = useSelection(rowQuery)
  const [column, setColumn] = useState<string>()
  const table = useRef<TableHandle>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  const viewsButton = useRef<HTMLButtonElement>(null)
  const rows = useRows(records.pages)
  const peeked = peek === undefined ? undefined : rows.find(peek)
  const activeRow = useActiveRow(records.pages, peek, `${listKey} ${page}`)
  const { read: readActive, setActive } = activeRow

  // Rows and keys hold on to functions that stay the same: these read the latest values from here.
  const now = { rows, readActive, column, peek, state, checked, choice, records, recount }
  const latest = useRef(now)
  const reload = useCallback(() => {
    latest.current.records.reload()
    latest.current.recount()
  }, [])
  // Keys are pressed as soon as the rows can be seen.
  useLayoutEffect(() => {
    latest.current = now
  })
  const edit = useInlineEdit({ collections, collection }, { latest, table, setActive, setColumn })
  const { forgetMarks } = edit
  const { loadedAt } = records
  useEffect(() => {
    if (loadedAt > 0) forgetMarks()
  }, [loadedAt, forgetMarks])
  const [rowMenu, setRowMenu] = useOpening<RowMenuOpening>()
  const [filterOpening, setFilterOpening] = useState<FilterOpening>()
  const openFilter = useCallback((tree: FilterTree | undefined) => {
    const anchor = filterButton.current
    if (anchor) setFilterOpening({ anchor, tree })
  }, [])
  // What the head shows of the rows comes after them.
  const isPainted = useAfterPaint(records.pages !== undefined || records.error !== null)
  const hasRows = isPainted && records.pages !== undefined
  const readPeek = useCallback(() => latest.current.peek, [])
  const head = useMemo(
    () => ({
      ...{ state, view, change, open, readPeek, checked, isPainted, hasRows },
      ...{ openFilter, searchBox, filterButton, viewsButton },
    }),
    [state, view, change, open, readPeek, checked, isPainted, hasRows, openFilter],
  )
  const actions = useListActions(latest, {
    reload,
    table,
    searchBox,
    viewsButton,
    setActive,
    setColumn,
    setRowMenu,
    edit,
    openFilter,
    change,
    collection,
  })
  return {
    getTitle(id: string) {
      const record = rows.find(id)
      return record && getRecordTitle(record, collection)
    },
    /** What is above the rows: the same object until something of it changes. */
    head,
    state,
    peek,
    view,
    change,
    open,
    checked,
    exactCount: { onCount: countExactly, isCounting },
    records,
    reload,
    page,
    setPage,
    rows,
    count,
    choice,
    activeRow,
    setActive,
    column,
    setColumn,
    edit,
    rowMenu,
    setRowMenu,
    filterOpening,
    setFilterOpening,
    openFilter,
    peeked,
    actions,
    latest,
    table,
    searchBox,
    filterButton,
    timezone,
  }
}

/** What a list shows besides the record beside it: the same object until that changes. */
function useWithoutPeek({ peek: _peek, ...state }: ListState): ListState {
  const text = JSON.stringify(state)
  const kept = useRef({ text, state })
  if (kept.current.text !== text) kept.current = { text, state }
  return kept.current.state
}

export type List = ReturnType<typeof useList>
export type ListHead = List['head']
