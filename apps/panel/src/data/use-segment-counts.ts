import { useQueries } from '@tanstack/react-query'
import { buildCountRequest } from '../core/list/list-request.js'
import { readCount } from '../core/record/read-document.js'
import type { CollectionModel } from '../core/schema/collection-model.js'
import { usePlace } from './place-context.js'
import type { RecordCount } from './use-count.js'

/** Segments beyond these have no count: each one is a query of the database. */
const mostCounted = 12
const freshFor = 5 * 60_000

/** How many records the segments have, by name. Asked in one batch, once the list is there. */
export function useSegmentCounts(
  collection: CollectionModel,
  isEnabled: boolean,
): ReadonlyMap<string, RecordCount> {
  const { agent, place } = usePlace()
  const segments = collection.segments.slice(0, mostCounted)
  return useQueries({
    queries: segments.map(({ name }) => {
      const list = { columns: [], sort: [], isSearchExtended: false, broken: [], segment: name }
      const request = buildCountRequest({ collection }, list, 'estimated')
      return {
        queryKey: ['count', place.team.renderingId, request],
        enabled: isEnabled && collection.isCountable,
        staleTime: freshFor,
        queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
          readCount(await agent.read(request, signal)) ?? null,
      }
    }),
    combine: results =>
      new Map(
        results.flatMap(({ data }, index) => {
          const segment = segments[index]
          return data && segment ? [[segment.name, data] as const] : []
        }),
      ),
  })
}
