import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { request } from '../service-api.js'

interface ServiceDataOptions {
  /** Whether it is needed yet. Default: true. */
  readonly isNeeded?: boolean
}

/** What the service responds with at a path. Where it is shown twice, it is asked for once. */
export function useServiceData<T>(
  path: string,
  { isNeeded = true }: ServiceDataOptions = {},
): UseQueryResult<T> {
  return useQuery({ ...buildServiceQuery<T>(path), enabled: isNeeded })
}

/** The query for what the service responds with at a path. */
export function buildServiceQuery<T>(path: string) {
  return queryOptions({
    queryKey: ['service', path],
    queryFn: ({ signal }) => request<T>('GET', path, undefined, signal),
    staleTime: 10_000,
  })
}

/**
 * A function that sends a change to the service. What was read from one of the paths, or from below
 * it, is read again before the function returns: whoever waits for it sees the change. What is gone
 * with the change is not: the page that shows it may still be there.
 *
 * @example
 * const remove = useServiceChange(() => request('DELETE', `${path}/${id}`), [path], `${path}/${id}`)
 */
export function useServiceChange<A extends readonly unknown[], T>(
  send: (...args: A) => Promise<T>,
  paths: readonly string[],
  gone?: string,
): (...args: A) => Promise<T> {
  const client = useQueryClient()
  return useCallback(
    async (...args: A) => {
      const result = await send(...args)
      await client.invalidateQueries({
        predicate: ({ queryKey: [kind, path] }) =>
          kind === 'service' &&
          paths.some(each => isBelow(String(path), each)) &&
          !(gone && isBelow(String(path), gone)),
      })
      return result
    },
    [client, send, paths, gone],
  )
}

const isBelow = (path: string, parent: string): boolean =>
  path === parent || path.startsWith(`${parent}/`) || path.startsWith(`${parent}?`)
