import { useCallback, useState } from 'react'
import { buildTestRun, type SegmentDraft } from '../core/settings/segment-draft.js'
import { usePlace } from './place-context.js'

/** What a test run of a query came to. */
export type SegmentTest =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'counted'; readonly count: number | undefined }
  | { readonly kind: 'failed'; readonly error: unknown }

/** Counts the records that a query selects, as the agent would list them. */
export function useSegmentTest() {
  const { agent } = usePlace()
  const [result, setResult] = useState<SegmentTest>({ kind: 'none' })
  const run = useCallback(
    async (draft: SegmentDraft) => {
      const request = buildTestRun(draft)
      if (!request) return
      setResult({ kind: 'running' })
      try {
        const { count } = await agent.read<{ readonly count?: number }>(
          request,
          new AbortController().signal,
        )
        setResult({ kind: 'counted', count })
      } catch (error) {
        setResult({ kind: 'failed', error })
      }
    },
    [agent],
  )
  const forget = useCallback(() => setResult({ kind: 'none' }), [])
  return { result, run, forget }
}
