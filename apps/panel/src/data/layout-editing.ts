import type { Layout } from '@service/protocol'
import { type ComponentType, useSyncExternalStore } from 'react'
import type { ColumnChoice, FieldModel } from '../core/schema/collection-model.js'
import { usePlace } from './place-context.js'

/** The layout that somebody edits in this tab: the screens show it in place of the published one. */
export interface LayoutEditing {
  readonly renderingId: number
  /** Absent until the published layout is read. */
  readonly draft?: EditedLayout
}

interface EditedLayout {
  readonly layout: Layout
  /** Changes the columns of a list for the team; undefined lets them be guessed. */
  readonly setColumns: (collection: string, columns: readonly ColumnChoice[] | undefined) => void
  /** Opens the settings of a field. */
  readonly openField: (collection: string, field: string) => void
  /** Beside the value of a field on the page of a record. */
  readonly Handles: ComponentType<FieldHandleProps>
}

export interface FieldHandleProps {
  readonly collection: string
  readonly field: FieldModel
}

let current: LayoutEditing | undefined
const listeners = new Set<() => void>()

/** Begins, changes or ends the editing of a layout. */
export function setLayoutEditing(editing: LayoutEditing | undefined): void {
  current = editing
  for (const listener of listeners) listener()
}

/** The editing of the layout of this place; undefined when nobody edits it here. */
export function useLayoutEditing(): LayoutEditing | undefined {
  const editing = useSyncExternalStore(subscribe, getEditing)
  const { renderingId } = usePlace().place.team
  return editing?.renderingId === renderingId ? editing : undefined
}

/** Whether somebody edits the layout of a place in this tab. */
export function isLayoutEdited(): boolean {
  return current !== undefined
}

function getEditing(): LayoutEditing | undefined {
  return current
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
