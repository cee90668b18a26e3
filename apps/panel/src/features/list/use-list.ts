import { useRouter } from '@tanstack/react-router'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { checkListState } from '../../core/list/check-list-state.js'
import { countRows, findPosition, getRow, isEnd } from '../../core/list/pages.js'
import { emptySelection } from '../../core/list/selection.js'
import { formatAddress } from '../../core/places/address.js'
import type { CollectionModel, Collections } from '../../core/schema/collection-model.js'
import { usePlace } from '../../data/place-context.js'
import { useCount } from '../../data/use-count.js'
import { useRecords } from '../../data/use-records.js'
import { useListAddress } from '../../shell/use-list-address.js'
import type { TableHandle } from '../../ui/table/table.js'
import type { ListActions } from './use-list-keys.js'
import { useSelection } from './use-selection.js'

export interface ListSubject {
  readonly collections: Collections
  readonly collection: CollectionModel
}

/** Everything a list shows, and what people can do with it. */
export function useList({ collections, collection }: ListSubject) {
  const { names, timezone } = usePlace()
  const [state, change] = useListAddress()
  const source = useMemo(() => ({ collection }), [collection])
  const checked = useMemo(
    () => checkListState(state, collections, collection, timezone),
    [state, collections, collection, timezone],
  )
  const records = useRecords(source, checked, collections)
  const count = useCount(source, checked)
  const choice = useSelection()
  const [active, setActive] = useState(0)
  const table = useRef<TableHandle>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const filterButton = useRef<HTMLButtonElement>(null)
  const { pages } = records
  const rows = useMemo(
    () => ({
      count: pages ? countRows(pages) : 0,
      isComplete: pages ? isEnd(pages) : false,
      get: (index: number) => (pages ? getRow(pages, index) : undefined),
      loadedIds: pages?.blocks.flatMap(block => block.rows?.map(({ id }) => id) ?? []) ?? [],
    }),
    [pages],
  )
  const peeked =
    pages && state.peek !== undefined ? getRow(pages, findPosition(pages, state.peek)) : undefined

  // Rows and keys hold on to functions that stay the same: these read the latest values from here.
  const now = { rows, active, state, checked, choice, records }
  const latest = useRef(now)
  useEffect(() => {
    latest.current = now
  })
  const actions = useListActions(latest, {
    table,
    searchBox,
    filterButton,
    setActive,
    change,
    names,
    collection,
  })
  return {
    state,
    change,
    checked,
    records,
    rows,
    count,
    choice,
    active,
    setActive,
    peeked,
    actions,
    latest,
    table,
    searchBox,
    filterButton,
    timezone,
  }
}

export type List = ReturnType<typeof useList>

interface ActionTools
  extends Pick<List, 'table' | 'searchBox' | 'filterButton' | 'setActive' | 'change'> {
  readonly names: ReturnType<typeof usePlace>['names']
  readonly collection: CollectionModel
}

type Latest = RefObject<Pick<List, 'rows' | 'active' | 'state' | 'choice' | 'records'>>

function useListActions(latest: Latest, tools: ActionTools): ListActions {
  const { table, searchBox, filterButton, setActive, change, names, collection } = tools
  const { history } = useRouter()
  const peek = useCallback(
    (index: number) => {
      const { rows, state } = latest.current
      const id = rows.get(index)?.id
      if (id !== undefined) change({ peek: id }, { isReplaced: state.peek !== undefined })
    },
    [latest, change],
  )
  return useMemo(
    () => ({
      peek,
      move(step) {
        const { rows, active, state } = latest.current
        const next = Math.min(Math.max(active + step, 0), rows.count - 1)
        if (next < 0) return
        setActive(next)
        table.current?.focusRow(next)
        if (state.peek !== undefined) peek(next)
      },
      toggle() {
        const { rows, active, choice } = latest.current
        const id = rows.get(active)?.id
        if (id !== undefined) choice.choose(id, rows.loadedIds, false)
      },
      togglePeek() {
        const { rows, active, state } = latest.current
        if (state.peek !== undefined && state.peek === rows.get(active)?.id)
          change({ peek: undefined })
        else peek(active)
      },
      openPage() {
        const { rows, active } = latest.current
        const id = rows.get(active)?.id
        if (id === undefined) return
        const screen = { kind: 'record', collection: collection.name, id } as const
        history.push(formatAddress({ ...names, screen }))
      },
      search: () => searchBox.current?.focus(),
      filter: () => filterButton.current?.click(),
      leave() {
        const { choice, state } = latest.current
        if (choice.selection !== emptySelection) choice.setSelection(emptySelection)
        else if (state.peek !== undefined) change({ peek: undefined })
      },
      refresh: () => latest.current.records.reload(),
    }),
    [
      latest,
      table,
      searchBox,
      filterButton,
      setActive,
      change,
      peek,
      history,
      names,
      collection.name,
    ],
  )
}
