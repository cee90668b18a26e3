import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CheckedList } from '../core/list/check-list-state.js'
import { buildCountRequest, type ListSource } from '../core/list/list-request.js'
import { readCount } from '../core/record/read-document.js'
import { type CurrentPlace, usePlace } from './place-context.js'

export type RecordCount = NonNullable<ReturnType<typeof readCount>>

interface ListCount {
  /** How many records match; null where counting is switched off. Asked in the batch of the list. */
  readonly count: RecordCount | null | undefined
  readonly recount: () => void
}

export function useCount(source: ListSource, list: CheckedList): ListCount {
  const current = usePlace()
  const { isCountable } = source.collection
  const { data, refetch } = useQuery({
    ...buildCountQuery(current, source, list),
    enabled: isCountable,
  })
  return {
    count: isCountable ? data : null,
    recount: () => void (isCountable && refetch()),
  }
}

/** Asks for the count of a list before it is drawn. */
export async function prefetchCount(
  client: QueryClient,
  current: CurrentPlace,
  source: ListSource,
  list: CheckedList,
): Promise<void> {
  if (source.collection.isCountable) {
    await client.prefetchQuery(buildCountQuery(current, source, list))
  }
}

function buildCountQuery({ agent, place }: CurrentPlace, source: ListSource, list: CheckedList) {
  const request = buildCountRequest(source, list, 'estimated')
  return queryOptions({
    queryKey: ['count', place.team.renderingId, request],
    queryFn: async ({ signal }) => readCount(await agent.read(request, signal)) ?? null,
  })
}

/** Counts exactly what a list has, in place of the estimate. */
export function useExactCount(
  source: ListSource,
  list: CheckedList,
  onError: (error: Error) => void,
): { readonly countExactly: () => void; readonly isCounting: boolean } {
  const { agent, place } = usePlace()
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { signal } = new AbortController()
      const exact = await agent.read(buildCountRequest(source, list, 'exact'), signal)
      const request = buildCountRequest(source, list, 'estimated')
      client.setQueryData(['count', place.team.renderingId, request], readCount(exact) ?? null)
    },
    onError,
  })
  const countExactly = useCallback(() => mutate(), [mutate])
  return { countExactly, isCounting: isPending }
}
