import { useCallback, useRef, useState } from 'react'
import {
  emptySelection,
  isSelected,
  type Selection,
  selectRange,
  setSelected,
} from '../../core/list/selection.js'

/** The selected records, and ways to change which they are. */
export interface SelectionState {
  readonly selection: Selection
  readonly setSelection: (selection: Selection) => void
  /** Selects or deselects a row; with Shift, everything up to the row chosen before. */
  readonly choose: (id: string, loaded: readonly string[], isRange: boolean) => void
}

/** The selection in a list that has the rows of a query. */
export function useSelection(rowQuery: string): SelectionState {
  const [selection, setSelection] = useState(emptySelection)
  const [query, setQuery] = useState(rowQuery)
  const anchor = useRef<string>(undefined)
  const choose = useCallback((id: string, loaded: readonly string[], isRange: boolean) => {
    const from = anchor.current
    anchor.current = id
    setSelection(before =>
      isRange && from !== undefined
        ? selectRange(before, loaded, from, id)
        : setSelected(before, [id], !isSelected(before, id)),
    )
  }, [])
  if (query !== rowQuery) {
    setQuery(rowQuery)
    // All that match another query are other records, which nobody has chosen.
    if (selection.kind === 'all') setSelection(emptySelection)
  }
  return { selection, setSelection, choose }
}
