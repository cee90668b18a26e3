import { useQuery, useQueryClient } from '@tanstack/react-query'
import { buildWaitPath, isUnfinished, type Job } from '../../core/settings/job.js'
import { request } from '../service-api.js'

/** How often a list with unfinished jobs is read again, in milliseconds. */
const listInterval = 2_000

interface JobPage {
  readonly data: readonly Job[]
  readonly hasMore: boolean
}

/** The jobs of a project, the newest first; read again while one has not ended. */
export function useJobs(path: string) {
  return useQuery({
    queryKey: ['service', path],
    queryFn: ({ signal }) => request<JobPage>('GET', `${path}?limit=100`, undefined, signal),
    refetchInterval: ({ state }) => (state.data?.data.some(isUnfinished) ? listInterval : false),
  })
}

/** A job; while it runs, the service says when it has come further. */
export function useJob(path: string) {
  const client = useQueryClient()
  const queryKey = ['service', path]
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      request<Job>(
        'GET',
        buildWaitPath(path, client.getQueryData<Job>(queryKey)),
        undefined,
        signal,
      ),
    // The service waits before it responds, so the next request follows at once.
    refetchInterval: ({ state }) => (state.data && isUnfinished(state.data) ? 1 : false),
  })
}
