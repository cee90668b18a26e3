import { type RefObject, useCallback, useMemo, useState } from 'react'
import { explainReadOnly, type ReadOnlyReason } from '../../core/list/explain-read-only.js'
import type { ListSubject } from '../../core/list/list-subject.js'
import { moveThroughCells } from '../../core/list/move-through-cells.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import type { FieldModel } from '../../core/schema/collection-model.js'
import { findField } from '../../core/schema/find-field.js'
import type { TableHandle } from '../../ui/table/table.js'
import type { RowMarks } from '../../ui/table/table-row.js'
import { type Attempt, type LatestList, useCellWrites } from './use-cell-writes.js'

/** A cell whose editor is open. */
export interface EditedCell {
  readonly index: number
  readonly column: string
  readonly record: PanelRecord
  readonly field: FieldModel
  readonly anchor: HTMLElement
  /** Why there is no editor. */
  readonly reason: ReadOnlyReason | undefined
  /** What was refused when the cell was saved last. */
  readonly attempt: Attempt | undefined
}

export interface InlineEdit {
  readonly cell: EditedCell | undefined
  readonly start: (index: number, column: string) => void
  /** Closes the editor and gives the focus to its cell, or to the next or previous one. */
  readonly close: (step?: 1 | -1) => void
  readonly save: (value: unknown, step?: 1 | -1) => Promise<void>
  readonly getMarks: (record: PanelRecord) => RowMarks | undefined
  /** Forgets which rows no longer match, as the list is read again. */
  readonly forgetMarks: () => void
}

interface EditTools {
  readonly latest: RefObject<LatestList>
  readonly table: RefObject<TableHandle | null>
  readonly setActive: (index: number) => void
  readonly setColumn: (column: string | undefined) => void
}

/** Edits cells of a list in their place. */
export function useInlineEdit(subject: ListSubject, tools: EditTools): InlineEdit {
  const { collections, collection } = subject
  const { latest, table, setActive, setColumn } = tools
  const [cell, setCell] = useState<EditedCell>()
  const prepare = useCallback(
    (
      index: number,
      column: string,
      row: PanelRecord,
      attempt: Attempt | undefined,
    ): EditedCell | undefined => {
      const record = attempt?.base ?? row
      const anchor = table.current?.findCell(index, column)
      const found = findField(collections, collection, column)
      if (!anchor || !found) return undefined
      const reason = explainReadOnly(found, collection)
      return { index, column, record, field: found.field, anchor, reason, attempt }
    },
    [table, collections, collection],
  )
  const writes = useCellWrites(subject, latest)
  const start = useCallback(
    (index: number, column: string) => {
      const row = latest.current.rows.get(index)
      const next = row && prepare(index, column, row, writes.findAttempt(row.id, column))
      if (!next) return
      setActive(index)
      setColumn(column)
      setCell(next)
    },
    [latest, prepare, writes, setActive, setColumn],
  )
  return useMemo(() => {
    function close(step?: 1 | -1) {
      setCell(undefined)
      if (!cell) return
      const { rows, checked } = latest.current
      const here = { row: cell.index, column: cell.column }
      const fields = checked.columns.map(({ field }) => field)
      const next = step ? moveThroughCells(here, step, fields, rows.count) : here
      setActive(next.row)
      setColumn(next.column)
      table.current?.focusCell(next.row, next.column)
    }
    return {
      cell,
      start,
      close,
      async save(value: unknown, step?: 1 | -1) {
        close(step)
        const attempt = cell && (await writes.save(cell.record, cell.field, value))
        if (!attempt) return
        const { rows } = latest.current
        // What was refused is shown in its editor, unless the person edits something else by now or
        // another row is in its place.
        const isThere = rows.get(cell.index)?.id === cell.record.id
        const again = isThere ? prepare(cell.index, cell.column, cell.record, attempt) : undefined
        setCell(current => current ?? again)
      },
      getMarks: writes.getMarks,
      forgetMarks: writes.forgetMarks,
    }
  }, [cell, start, prepare, latest, table, setActive, setColumn, writes])
}
