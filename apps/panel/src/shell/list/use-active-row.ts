import { useCallback, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type ActiveRow, findActiveRow } from '../../core/list/active-row.js'
import { findPosition, getRow } from '../../core/list/pages.js'
import type { RecordPages } from '../../data/use-records.js'

type ChosenRow = ActiveRow & { readonly list: string }

/** The row that keys act on. It is not in the state of the list: of what that shows, only the rows depend on it. */
export interface ActiveRowState {
  /** Undefined until the person goes to a row. */
  readonly read: () => number | undefined
  readonly setActive: (index: number) => void
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * The row that keys act on. It stays with its record when the list is read again. A list that opens
 * with a record beside it begins there.
 */
export function useActiveRow(
  pages: RecordPages | undefined,
  peek: string | undefined,
  /** What tells lists apart: which rows they have, in which order. */
  list: string,
): ActiveRowState {
  const [choice] = useState(createChoice)
  const latest = useRef({ pages, list })
  useLayoutEffect(() => {
    latest.current = { pages, list }
  })
  const setActive = useCallback(
    (index: number) => {
      const { pages: now, list: shown } = latest.current
      choice.set({ index, id: now && getRow(now, index)?.id, list: shown })
    },
    [choice],
  )
  const read = useCallback(() => {
    if (!pages) return undefined
    const chosen = choice.get()
    const row = chosen && findActiveRow(pages, chosen, chosen.list === list)
    if (row !== undefined || peek === undefined) return row
    const peeked = findPosition(pages, peek)
    return peeked < 0 ? undefined : peeked
  }, [choice, pages, peek, list])
  return { read, setActive, subscribe: choice.subscribe }
}

/** The index of the row that keys act on, for whoever draws it. */
export const useActiveIndex = ({ subscribe, read }: ActiveRowState): number | undefined =>
  useSyncExternalStore(subscribe, read)

function createChoice() {
  let chosen: ChosenRow | undefined
  const listeners = new Set<() => void>()
  return {
    get: () => chosen,
    set(next: ChosenRow) {
      if (chosen?.index === next.index && chosen.id === next.id && chosen.list === next.list) return
      chosen = next
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
