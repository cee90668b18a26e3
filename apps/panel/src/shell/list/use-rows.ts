import { useMemo } from 'react'
import { countRows, findPosition, getRow, isEnd } from '../../core/list/pages.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import type { RecordPages } from '../../data/use-records.js'

/** The rows of a list, as tables need them. */
export interface Rows {
  /** How many are known, loaded or not. */
  readonly count: number
  readonly isComplete: boolean
  /** Undefined when the row is not loaded at the moment. */
  readonly get: (index: number) => PanelRecord | undefined
  readonly find: (id: string) => PanelRecord | undefined
  readonly loadedIds: readonly string[]
}

export function useRows(pages: RecordPages | undefined): Rows {
  return useMemo(
    () => ({
      count: pages ? countRows(pages) : 0,
      isComplete: pages ? isEnd(pages) : false,
      get: (index: number) => (pages ? getRow(pages, index) : undefined),
      find: (id: string) => (pages ? getRow(pages, findPosition(pages, id)) : undefined),
      loadedIds: pages?.blocks.flatMap(block => block.rows?.map(({ id }) => id) ?? []) ?? [],
    }),
    [pages],
  )
}
