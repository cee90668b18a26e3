import type { Boot } from '@service/protocol'
import {
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import { readCached } from './local-cache.js'
import { fetchBoot } from './service-api.js'

export const bootKey = ['boot'] as const

const aDay = 86_400_000

const bootOptions = queryOptions({
  queryKey: bootKey,
  queryFn: fetchBoot,
  // Once per page: only what an earlier visit stored is older than this.
  staleTime: aDay,
  initialData: () => readCached<Boot>(bootKey),
  initialDataUpdatedAt: 0,
})

/** The person, their projects and preferences: read once per page. */
export function useBoot(): UseQueryResult<Boot> {
  return useQuery(bootOptions)
}

/** Asks for it before anything is shown. */
export function fetchFirstBoot(client: QueryClient): Promise<Boot> {
  return client.fetchQuery({ ...bootOptions, staleTime: 0 })
}
