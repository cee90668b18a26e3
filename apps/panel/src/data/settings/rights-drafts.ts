import { useEffect, useState } from 'react'
import { emptyDraft, type RightsDraft } from '../../core/rights/rights-draft.js'

/** Kept while the page is open: who looks at another screen in between loses nothing. */
const drafts = new Map<number, RightsDraft>()

/** The unsaved rights of an environment. The browser asks before it closes a page with some. */
export function useRightsDraft(
  environmentId: number,
): readonly [RightsDraft, (draft: RightsDraft) => void] {
  const [, redraw] = useState(0)
  const draft = drafts.get(environmentId) ?? emptyDraft
  const isDirty = [...drafts.values()].some(({ size }) => size > 0)
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
  return [
    draft,
    next => {
      drafts.set(environmentId, next)
      redraw(count => count + 1)
    },
  ]
}
