import type { Layout } from '@service/protocol'
import { isSameValue } from '../record/is-same-value.js'
import { emptyLayout, tidyLayout } from './tidy-layout.js'

/** A layout with the tag that the service gave it; null while the team has none. */
export interface TaggedLayout {
  readonly tag: string
  readonly layout: Layout | null
}

/** Changes of a layout that nobody else sees before they are published. */
export interface LayoutDraft {
  /** What was published when the draft began. */
  readonly base: TaggedLayout
  readonly past: readonly Layout[]
  readonly layout: Layout
  readonly future: readonly Layout[]
  /** What the last change was about; a change about the same continues it, as typing does. */
  readonly topic?: string | undefined
}

const mostSteps = 100

/**
 * Begins a draft without changes.
 *
 * @example
 * const draft = editDraft(startDraft(published), layout => changeField(layout, 'orders', 'total', { label: 'Sum' }))
 */
export function startDraft(base: TaggedLayout): LayoutDraft {
  return { base, past: [], layout: tidyLayout(base.layout ?? emptyLayout), future: [] }
}

/**
 * Returns the draft with one more change; the same draft when the layout stays as it is. Changes about
 * the same topic are one step.
 *
 * @example
 * editDraft(draft, layout => setCollectionHidden(layout, 'orders', true))
 */
export function editDraft(
  draft: LayoutDraft,
  edit: (layout: Layout) => Layout,
  topic?: string,
): LayoutDraft {
  const layout = tidyLayout(edit(draft.layout))
  if (isSameValue(layout, draft.layout)) return draft
  const isContinued = topic !== undefined && topic === draft.topic
  const past = isContinued ? draft.past : [...draft.past, draft.layout].slice(-mostSteps)
  return { ...draft, past, layout, future: [], topic }
}

/**
 * Returns the draft without its last change.
 *
 * @example
 * undoEdit(draft).layout
 */
export function undoEdit(draft: LayoutDraft): LayoutDraft {
  const layout = draft.past.at(-1)
  if (!layout) return draft
  const future = [draft.layout, ...draft.future]
  return { ...draft, past: draft.past.slice(0, -1), layout, future, topic: undefined }
}

/**
 * Returns the draft with the change that was undone last.
 *
 * @example
 * redoEdit(undoEdit(draft)) // draft
 */
export function redoEdit(draft: LayoutDraft): LayoutDraft {
  const [layout, ...future] = draft.future
  if (!layout) return draft
  return { ...draft, past: [...draft.past, draft.layout], layout, future, topic: undefined }
}

/**
 * Whether there is something to publish.
 *
 * @example
 * isDraftChanged(startDraft(published)) // false
 */
export function isDraftChanged({ base, layout }: LayoutDraft): boolean {
  return !isSameValue(layout, tidyLayout(base.layout ?? emptyLayout))
}

/**
 * Returns the draft on another published layout, as a merge made it. It can be undone.
 *
 * @example
 * rebaseDraft(draft, latest, mergeLayouts(draft.base.layout, draft.layout, latest.layout).layout)
 */
export function rebaseDraft(draft: LayoutDraft, base: TaggedLayout, layout: Layout): LayoutDraft {
  return { ...editDraft(draft, () => layout), base }
}
