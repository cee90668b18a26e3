import type { TaggedLayout } from '../../core/layout/layout-draft.js'
import { fetchLayoutHistory, fetchTaggedLayout, type LayoutOwner } from '../../data/layout-api.js'

/** A layout that somebody else published. */
export interface Published extends TaggedLayout {
  readonly author: string | undefined
  readonly at: string | undefined
}

/** Reads what is published now, and who published it when. */
export async function fetchPublished(owner: LayoutOwner): Promise<Published> {
  const [layout, history] = await Promise.all([
    fetchTaggedLayout(owner),
    fetchLayoutHistory(owner, undefined, 1),
  ])
  const [latest] = history.data
  return { ...layout, author: latest?.author?.name, at: latest?.createdAt }
}
