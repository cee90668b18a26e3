import { nameInPath } from '@service/protocol'
import { useQueries } from '@tanstack/react-query'
import { usePlace } from './place-context.js'

/** How many records each to-many relation of a record leads to; undefined while unknown. */
export function useRelatedCounts(
  collection: string,
  id: string,
  relations: readonly string[],
): readonly (number | undefined)[] {
  const { agent, place } = usePlace()
  return useQueries({
    queries: relations.map(relation => ({
      queryKey: ['related-count', place.team.renderingId, collection, id, relation],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        agent.read<{ readonly count?: number }>(
          {
            method: 'GET',
            path: `/${nameInPath(collection)}/${encodeURIComponent(id)}/relationships/${nameInPath(relation)}/count`,
          },
          signal,
        ),
    })),
    combine: results => results.map(({ data }) => data?.count),
  })
}
