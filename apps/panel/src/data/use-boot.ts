import type { Boot } from '@service/protocol'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { fetchBoot } from './service-api.js'

export const bootKey = ['boot'] as const

/** The person, their projects and preferences: read once per page. */
export function useBoot(): UseQueryResult<Boot> {
  return useQuery({
    queryKey: bootKey,
    queryFn: ({ signal }) => fetchBoot(signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
