import type { View } from '@service/protocol'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { formatColumns, parseColumns } from '../../core/list/columns.js'
import type { ListState } from '../../core/list/list-state.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { useLayoutEditing } from '../../data/layout-editing.js'
import { usePlace } from '../../data/place-context.js'
import { usePreferences } from '../../data/use-preferences.js'
import type { ChangeListState } from '../../shell/use-list-address.js'

interface ListAccess {
  readonly state: ListState
  readonly change: ChangeListState
}

/**
 * The state of a list with the columns that the person gave it last, when neither the address nor a
 * view names any. They are written into the address too, so that a copied link shows the same. Who
 * edits the layout sees and changes the columns of the team.
 */
export function useKeptColumns(
  { name }: CollectionModel,
  view: View | undefined,
  { state, change }: ListAccess,
): ListAccess {
  const { renderingId } = usePlace().place.team
  const draft = useLayoutEditing()?.draft
  const { preferences, change: changePreferences } = usePreferences()
  const text = preferences.columns?.[renderingId]?.[name] ?? ''
  // The preferences follow some moments after the default was chosen.
  const [isDefault, setDefault] = useState(false)
  const isKept =
    !draft && !isDefault && view === undefined && state.columns === undefined && text !== ''
  const kept = useMemo(() => (isKept ? parseColumns(text) : undefined), [isKept, text])
  useEffect(() => {
    if (kept) change({ columns: kept }, { isReplaced: true })
  }, [kept, change])
  const changeAndKeep = useCallback<ChangeListState>(
    (part, options) => {
      if (draft && 'columns' in part) return draft.setColumns(name, part.columns)
      if ('columns' in part && view === undefined) {
        const columns = part.columns ? formatColumns(part.columns) : ''
        setDefault(columns === '')
        const ofPlace = { ...preferences.columns?.[renderingId], [name]: columns }
        changePreferences({ columns: { ...preferences.columns, [renderingId]: ofPlace } })
      }
      change(part, options)
    },
    [change, changePreferences, preferences.columns, renderingId, name, view, draft],
  )
  const columns = draft ? undefined : (kept ?? state.columns)
  const shown = useMemo(
    () => (columns === state.columns ? state : { ...state, columns }),
    [columns, state],
  )
  return { state: shown, change: changeAndKeep }
}
