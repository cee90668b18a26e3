import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { request } from '../service-api.js'

/** What the service knows about the agent of an environment. */
export interface AgentState {
  readonly state: 'never' | 'connected' | 'away'
  readonly lastSeenAt: string | null
  readonly version: string | null
  readonly stack: { readonly engine: string; readonly engineVersion: string } | null
  readonly collections: number | null
  readonly schemaAt: string | null
}

export interface WatchedEnvironment {
  readonly id: number
  readonly name: string
  readonly agentUrl: string | null
  readonly agent: AgentState
}

/** In milliseconds, before the service is asked again when it did not respond. */
const pause = 2_000
/** In seconds. The schema comes a moment after the connection. */
const longWait = 30
const shortWait = 2

/** An environment and the state of its agent, which is read again as soon as it changes. */
export function useAgentState(path: string): UseQueryResult<WatchedEnvironment> {
  const client = useQueryClient()
  const key = ['service', path]
  useEffect(() => {
    const stopping = new AbortController()
    void follow(path, stopping.signal, environment =>
      client.setQueryData(['service', path], environment),
    )
    return () => stopping.abort()
  }, [client, path])
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => request<WatchedEnvironment>('GET', path, undefined, signal),
  })
}

/** Asks again and again; each request waits at the service until there is news. */
async function follow(
  path: string,
  signal: AbortSignal,
  onNews: (environment: WatchedEnvironment) => void,
): Promise<void> {
  let known: AgentState | undefined
  while (!signal.aborted) {
    try {
      const isIncomplete = known?.state === 'connected' && known.schemaAt === null
      const wait = isIncomplete ? shortWait : longWait
      const query = known ? `?wait=${wait}&state=${known.state}` : ''
      const environment = await request<WatchedEnvironment>(
        'GET',
        `${path}${query}`,
        undefined,
        signal,
      )
      if (signal.aborted) return
      known = environment.agent
      onNews(environment)
    } catch {
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
}
