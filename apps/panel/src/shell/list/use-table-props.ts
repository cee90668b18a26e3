import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import {
  describeSelection,
  emptySelection,
  isSelected,
  setSelected,
} from '../../core/list/selection.js'
import type { PanelRecord } from '../../core/record/panel-record.js'
import { getRecordTitle } from '../../core/record/record-title.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import type { Rows } from './use-rows.js'
import type { SelectionState } from './use-selection.js'

interface RowLabels {
  readonly menu: string
  readonly select: string
}

/** What every table of records does alike: it names its rows and columns, and selects rows. */
export function useTableProps(
  collection: CollectionModel,
  rows: Rows,
  { selection, setSelection }: SelectionState,
) {
  const t = useTranslations('list')
  const g = useTranslations('grid')
  const labels = useMemo(
    () => ({
      menu: (name: string) => g('columnMenu', { name }),
      width: (name: string) => g('columnWidth', { name }),
      rowMenus: g('rowMenus'),
    }),
    [g],
  )
  // Asked for by every row whenever the table is drawn.
  const rowLabels = useMemo(() => {
    const known = new WeakMap<PanelRecord, RowLabels>()
    return (record: PanelRecord): RowLabels => {
      const found = known.get(record)
      if (found) return found
      const title = getRecordTitle(record, collection)
      const made = { menu: g('rowMenu', { title }), select: t('selectRow', { title }) }
      known.set(record, made)
      return made
    }
  }, [collection, g, t])
  const selected = describeSelection(selection, rows.loadedIds)
  return {
    labels,
    getRowId,
    getMenuLabel: (record: PanelRecord) => rowLabels(record).menu,
    getSelectLabel: (record: PanelRecord) => rowLabels(record).select,
    isSelected: ({ id }: PanelRecord) => isSelected(selection, id),
    selectAll: {
      label: t('selectAll'),
      isChecked: selected === 'all',
      isPartial: selected === 'some',
      onChange: (isChecked: boolean) =>
        setSelection(isChecked ? setSelected(selection, rows.loadedIds, true) : emptySelection),
    },
  }
}

const getRowId = ({ id }: PanelRecord): string => id
