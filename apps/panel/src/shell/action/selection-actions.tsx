import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ListSource } from '../../core/list/list-request.js'
import type { RowQuery } from '../../core/list/row-query.js'
import { buildSelectionAttributes, type Selection } from '../../core/list/selection.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { listActions } from '../../core/schema/list-actions.js'
import { ActionButtons } from './action-buttons.js'

interface SelectionActionsProps {
  readonly collection: CollectionModel
  readonly selection: Selection
  /** The rows of the list in which records are selected. */
  readonly rows: RowQuery
  /** How many records are selected, where that is known. */
  readonly count: number | undefined
  readonly getTitle: (id: string) => string | undefined
  readonly parent: ListSource['parent'] | undefined
}

/** The actions of the selected records. */
export function SelectionActions(props: SelectionActionsProps) {
  const { collection, selection, rows, count, getTitle, parent } = props
  const t = useTranslations('actions')
  const isOne = selection.kind === 'some' && selection.ids.size === 1
  const actions = useMemo(
    () => listActions(collection, isOne ? 'record' : 'selection'),
    [collection, isOne],
  )
  const ids = selection.kind === 'some' ? [...selection.ids] : []
  return (
    <ActionButtons
      group="list"
      actions={actions}
      subject={count === undefined ? t('allThatMatch') : t('chosen', { count })}
      getOpening={() => ({
        collection,
        selection: buildSelectionAttributes(selection, rows),
        titles: ids.flatMap(id => getTitle(id) ?? []),
        count,
        parent,
      })}
    />
  )
}
