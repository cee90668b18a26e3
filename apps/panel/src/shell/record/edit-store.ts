import { useCallback, useSyncExternalStore } from 'react'
import type { Draft } from '../../core/record/draft.js'

/** What a person is doing with a record. */
export interface EditState {
  readonly draft: Draft
  /** The whole form, or the fields that are edited in their place. */
  readonly open: 'form' | readonly string[]
  /** The field that was opened last gets the focus. */
  readonly focus?: string | undefined
  /** What the agent said about fields; gone when they are changed. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Fields in which something is typed that is no value. */
  readonly typing: Readonly<Record<string, string>>
  /** Why it could not be saved, when that is about no field. */
  readonly error?: unknown
  readonly isSaving: boolean
  /** The agent's 409: others changed the record in the meantime. */
  readonly conflict?: unknown
}

/**
 * What is being edited, by record. It is kept while the tab is open, so that an edit goes on in the
 * page where it began in the peek, and is still there after an error or a new sign-in. Never stored.
 */
const states = new Map<string, EditState>()
const listeners = new Set<() => void>()

export function getEdit(key: string): EditState | undefined {
  return states.get(key)
}

export function setEdit(key: string, state: EditState | undefined): void {
  if (state) states.set(key, state)
  else states.delete(key)
  for (const listener of listeners) listener()
}

export function changeEdit(key: string, change: Partial<EditState>): void {
  const state = states.get(key)
  if (state) setEdit(key, { ...state, ...change })
}

export function useEdit(key: string): EditState | undefined {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => states.get(key), [key]),
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
