import { useQueries } from '@tanstack/react-query'
import { readCount } from '../core/record/read-document.js'
import { buildRelatedCounts, type RelatedTab } from '../core/record/related.js'
import { usePlace } from './place-context.js'
import type { RecordCount } from './use-count.js'

/** How many records each to-many relation leads to; undefined while unknown, null where not counted. */
export function useRelatedCounts(
  tabs: readonly RelatedTab[],
): readonly (RecordCount | null | undefined)[] {
  const { agent, place } = usePlace()
  return useQueries({
    queries: tabs.map(tab => {
      const [request] = buildRelatedCounts([tab])
      return {
        queryKey: ['related-count', place.team.renderingId, request],
        enabled: request !== undefined,
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
          (request && readCount(await agent.read(request, signal))) ?? null,
      }
    }),
    combine: results =>
      results.map(({ data }, index) => (tabs[index]?.source.collection.isCountable ? data : null)),
  })
}
