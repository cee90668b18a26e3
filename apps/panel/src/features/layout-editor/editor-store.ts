import type { Layout } from '@service/protocol'
import { type ComponentType, useSyncExternalStore } from 'react'
import { changeList, setColumns } from '../../core/layout/change-layout.js'
import { placeField, readSections, setSections } from '../../core/layout/edit-sections.js'
import {
  editDraft,
  isDraftChanged,
  type LayoutDraft,
  redoEdit,
  startDraft,
  type TaggedLayout,
  undoEdit,
} from '../../core/layout/layout-draft.js'
import type { Collections, ColumnChoice } from '../../core/schema/collection-model.js'
import { findField } from '../../core/schema/find-field.js'
import { fetchTaggedLayout, type LayoutOwner } from '../../data/layout-api.js'
import { keepDraft, readDraft } from '../../data/layout-drafts.js'
import { type FieldHandleProps, setLayoutEditing } from '../../data/layout-editing.js'

export type Tab =
  | 'general'
  | 'columns'
  | 'detail'
  | 'create'
  | 'edit'
  | 'related'
  | 'actions'
  | 'navigation'

interface EditorState {
  readonly renderingId: number | undefined
  readonly draft: LayoutDraft | undefined
  /** Why the published layout could not be read. */
  readonly error?: unknown
  /** What the person chose in the drawer; otherwise it follows the screen. */
  readonly tab?: Tab | undefined
  /** The field whose settings are open. */
  readonly field?: { readonly collection: string; readonly field: string } | undefined
}

let state: EditorState = { renderingId: undefined, draft: undefined }
let collections: Collections | undefined
let Handles: ComponentType<FieldHandleProps> = () => null
const listeners = new Set<() => void>()

function setState(next: EditorState): void {
  state = next
  for (const listener of listeners) listener()
}

/** Shows a draft on the screens and keeps it over a reload. */
function showDraft(draft: LayoutDraft): void {
  const { renderingId } = state
  if (renderingId === undefined) return
  keepDraft(renderingId, isDraftChanged(draft) ? draft : undefined)
  setState({ ...state, draft, error: undefined })
  setLayoutEditing({
    renderingId,
    draft: { layout: draft.layout, setColumns: changeColumns, openField, Handles },
  })
}

/** Begins to edit, with the draft of an earlier visit or the published layout. */
export async function openDraft(owner: LayoutOwner, renderingId: number): Promise<void> {
  if (state.renderingId === renderingId && state.draft) return
  setState({ renderingId, draft: undefined })
  const kept = readDraft(renderingId)
  try {
    showDraft(kept ?? startDraft(await fetchTaggedLayout(owner)))
  } catch (error) {
    if (state.renderingId === renderingId) setState({ ...state, error })
  }
}

/** Sets what is beside the values of a record while the layout is edited. */
export function setFieldHandles(handles: ComponentType<FieldHandleProps>): void {
  Handles = handles
}

/** What the lists on the screen know; paths of columns are checked by it. */
export function setKnownCollections(known: Collections): void {
  collections = known
}

/** Changes the draft; changes about the same topic are one step. */
export function edit(change: (layout: Layout) => Layout, topic?: string): void {
  if (state.draft) showDraft(editDraft(state.draft, change, topic))
}

export function undo(): void {
  if (state.draft) showDraft(undoEdit(state.draft))
}

export function redo(): void {
  if (state.draft) showDraft(redoEdit(state.draft))
}

/** Replaces the draft, as after a merge. */
export function replaceDraft(draft: LayoutDraft): void {
  showDraft(draft)
}

/** Goes on from a layout that was just published. */
export function restartDraft(published: TaggedLayout): void {
  showDraft(startDraft(published))
}

/** Ends the editing; the draft is kept unless it is given up. */
export function leave({ isKept }: { readonly isKept: boolean }): void {
  if (!isKept && state.renderingId !== undefined) keepDraft(state.renderingId, undefined)
  setState({ renderingId: undefined, draft: undefined })
  setLayoutEditing(undefined)
}

export function chooseTab(tab: Tab): void {
  setState({ ...state, tab, field: undefined })
}

export function closeField(): void {
  setState({ ...state, field: undefined })
}

/** Opens the settings of a field; a path leads to the collection that has it. */
export function openField(collection: string, path: string): void {
  const model = collections?.get(collection)
  const found = collections && model && findField(collections, model, path)
  if (!found) return
  setState({ ...state, field: { collection: found.collection.name, field: found.field.name } })
}

/** Places a field of the details page before another one. */
export function placeOnPage(collection: string, field: string, before: string): void {
  const model = collections?.get(collection)
  if (!model) return
  edit(layout => {
    const sections = readSections(layout, model, 'detail')
    const section = sections.findIndex(({ fields }) => fields.includes(before))
    const placed = placeField(sections, field, { section, before })
    return setSections(layout, collection, 'detail', placed)
  })
}

/** Changes the columns of a list for the team; undefined lets them be guessed. */
export function changeColumns(
  collection: string,
  columns: readonly ColumnChoice[] | undefined,
): void {
  const [all, model] = [collections, collections?.get(collection)]
  if (!all || !model) return
  const isKnown = (path: string) => findField(all, model, path) !== undefined
  edit(layout =>
    columns
      ? setColumns(layout, collection, columns, isKnown)
      : changeList(layout, collection, { columns: undefined }),
  )
}

export function useEditor(): EditorState {
  return useSyncExternalStore(subscribe, () => state)
}

export function getDraft(): LayoutDraft | undefined {
  return state.draft
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
