import { checkLayout } from '../core/layout/check-layout.js'
import type { LayoutDraft } from '../core/layout/layout-draft.js'
import { readPersonId } from './person.js'

/** Begins like what sign-out forgets, see `local-cache.ts`. */
const nameDraft = (renderingId: number): string =>
  `panel ${readPersonId()} layout-draft ${renderingId}`

/** The draft that an earlier visit left; undefined when there is none, or none that can be used. */
export function readDraft(renderingId: number): LayoutDraft | undefined {
  try {
    const text = localStorage.getItem(nameDraft(renderingId))
    const draft = JSON.parse(text ?? 'null') as LayoutDraft | null
    return draft && checkLayout(draft.layout) === undefined ? draft : undefined
  } catch {
    return undefined
  }
}

/** Keeps a draft over a reload of the page, without its steps; undefined forgets it. */
export function keepDraft(renderingId: number, draft: LayoutDraft | undefined): void {
  try {
    const name = nameDraft(renderingId)
    if (draft) localStorage.setItem(name, JSON.stringify({ ...draft, past: [], future: [] }))
    else localStorage.removeItem(name)
  } catch {
    // The storage is full or switched off: the draft lasts as long as the page.
  }
}
