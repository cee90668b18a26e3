import type { View } from '@service/protocol'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { formatColumns, parseColumns } from '../../core/list/columns.js'
import type { ListState } from '../../core/list/list-state.js'
import type { CollectionModel } from '../../core/schema/collection-model.js'
import { usePlace } from '../../data/place-context.js'
import { usePreferences } from '../../data/use-preferences.js'
import type { ChangeListState } from '../../shell/use-list-address.js'

interface ListAccess {
  readonly state: ListState
  readonly change: ChangeListState
}

/**
 * The state of a list with the columns that the person gave it last, when neither the address nor a
 * view names any. They are written into the address too, so that a copied link shows the same.
 */
export function useKeptColumns(
  { name }: CollectionModel,
  view: View | undefined,
  { state, change }: ListAccess,
): ListAccess {
  const { renderingId } = usePlace().place.team
  const { preferences, change: changePreferences } = usePreferences()
  const text = preferences.columns?.[renderingId]?.[name] ?? ''
  // The preferences follow some moments after the default was chosen.
  const [isDefault, setDefault] = useState(false)
  const isKept = !isDefault && view === undefined && state.columns === undefined && text !== ''
  const kept = useMemo(() => (isKept ? parseColumns(text) : undefined), [isKept, text])
  useEffect(() => {
    if (kept) change({ columns: kept }, { isReplaced: true })
  }, [kept, change])
  const changeAndKeep = useCallback<ChangeListState>(
    (part, options) => {
      if ('columns' in part && view === undefined) {
        const columns = part.columns ? formatColumns(part.columns) : ''
        setDefault(columns === '')
        const ofPlace = { ...preferences.columns?.[renderingId], [name]: columns }
        changePreferences({ columns: { ...preferences.columns, [renderingId]: ofPlace } })
      }
      change(part, options)
    },
    [change, changePreferences, preferences.columns, renderingId, name, view],
  )
  const shown = useMemo(() => (kept ? { ...state, columns: kept } : state), [kept, state])
  return { state: shown, change: changeAndKeep }
}
