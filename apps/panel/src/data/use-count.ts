import { useQuery } from '@tanstack/react-query'
import type { CheckedList } from '../core/list/check-list-state.js'
import { buildCountRequest, type ListSource } from '../core/list/list-request.js'
import { readCount } from '../core/record/read-document.js'
import { usePlace } from './place-context.js'

export type RecordCount = NonNullable<ReturnType<typeof readCount>>

/** How many records match; null where counting is switched off. Asked in the batch of the list. */
export function useCount(source: ListSource, list: CheckedList): RecordCount | null | undefined {
  const { agent, place } = usePlace()
  const request = buildCountRequest(source, list, 'estimated')
  const { isCountable } = source.collection
  const { data } = useQuery({
    queryKey: ['count', place.team.renderingId, request],
    enabled: isCountable,
    queryFn: async ({ signal }) => readCount(await agent.read(request, signal)) ?? null,
  })
  return isCountable ? data : null
}
