import { useSyncExternalStore } from 'react'
import { history } from '../../data/history.js'

/** The id of the note that the address leads to; undefined when it leads to none. */
export function useNoteInAddress(): number | undefined {
  const hash = useSyncExternalStore(history.subscribe, () => history.location.hash)
  const id = /^#note-(\d{1,15})$/.exec(hash)?.[1]
  return id === undefined ? undefined : Number(id)
}
