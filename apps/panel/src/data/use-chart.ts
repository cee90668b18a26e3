import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { ChartAnswer } from '../core/charts/chart-data.js'
import type { ChartRequest } from '../core/charts/chart-request.js'
import { usePlace } from './place-context.js'

/** What is known of a chart. */
export interface LoadedChart {
  /** One for each request; undefined until they are there. */
  readonly answers: readonly ChartAnswer[] | undefined
  readonly error: Error | null
  /** Whether it is asked for. What was known before is still there. */
  readonly isBusy: boolean
  readonly reload: () => void
}

/**
 * Asks for a chart, once for each change of its requests. Charts that are asked for in the same turn share a request to
 * the agent.
 */
export function useChart(requests: readonly ChartRequest[]): LoadedChart {
  const { agent, place } = usePlace()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['chart-answers', place.team.renderingId, requests],
    enabled: requests.length > 0,
    // Each one is a query of the database, and in the activity log: it is asked again when a person wants it.
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      Promise.all(
        requests.map(async each => readAnswer(await agent.read<ChartDocument>(each, signal))),
      ),
  })
  const reload = useCallback(() => void refetch(), [refetch])
  return { answers: data, error, isBusy: isFetching, reload }
}

interface ChartDocument {
  readonly data: { readonly attributes: ChartAnswer }
}

const readAnswer = ({ data }: ChartDocument): ChartAnswer => data.attributes

interface ChartsAge {
  /** When the oldest of the charts on the screen was computed, in milliseconds since 1970; 0 until one is there. */
  readonly updatedAt: number
  readonly isBusy: boolean
  readonly reload: () => void
}

/** How old the charts on the screen are, and a way to ask for all of them again. */
export function useChartsAge(): ChartsAge {
  const client = useQueryClient()
  const { renderingId } = usePlace().place.team
  const subscribe = useCallback(
    (notify: () => void) => client.getQueryCache().subscribe(notify),
    [client],
  )
  const updatedAt = useSyncExternalStore(subscribe, () => findOldest(client, renderingId))
  const isBusy = useSyncExternalStore(subscribe, () =>
    findShown(client, renderingId).some(({ state }) => state.fetchStatus === 'fetching'),
  )
  const reload = useCallback(
    () => void client.refetchQueries({ queryKey: ['chart-answers', renderingId], type: 'active' }),
    [client, renderingId],
  )
  return { updatedAt, isBusy, reload }
}

const findShown = (client: QueryClient, renderingId: number) =>
  client.getQueryCache().findAll({ queryKey: ['chart-answers', renderingId], type: 'active' })

function findOldest(client: QueryClient, renderingId: number): number {
  const times = findShown(client, renderingId)
    .map(({ state }) => state.dataUpdatedAt)
    .filter(time => time > 0)
  return times.length > 0 ? Math.min(...times) : 0
}
