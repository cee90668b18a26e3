import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Approval } from '../core/approvals/approval.js'
import {
  type ApprovalsState,
  type ApprovalsView,
  buildApprovalsQuery,
} from '../core/approvals/approvals-state.js'
import {
  type ApprovalCounts,
  type ApprovalPage,
  commentApproval,
  downloadApprovals,
  fetchApproval,
  fetchApprovalCounts,
  fetchApprovals,
} from './approvals-api.js'
import { usePlace } from './place-context.js'

const pageSize = '50'
/** Reports of an agent arrive a moment after its response. */
const claimedMilliseconds = 2_000

/** The environment whose approvals are shown. */
export function useApprovalEnvironment() {
  const { project, environment } = usePlace().place
  return useMemo(
    () => ({ projectId: project.id, environmentId: environment.id }),
    [project.id, environment.id],
  )
}

/** A list of approvals, the newest first, page by page. */
export function useApprovals(
  view: ApprovalsView,
  state: ApprovalsState,
  isWanted = true,
): UseInfiniteQueryResult<InfiniteData<ApprovalPage>> {
  const { timezone } = usePlace()
  const environment = useApprovalEnvironment()
  return useInfiniteQuery({
    queryKey: ['approvals', environment.environmentId, 'list', view, state],
    queryFn: ({ signal, pageParam }) => {
      const query = buildApprovalsQuery(view, state, new Date(), timezone)
      const page = { ...query, limit: pageSize, ...(pageParam !== null && { cursor: pageParam }) }
      return fetchApprovals(environment, page, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: page => page.nextCursor,
    staleTime: 0,
    enabled: isWanted,
  })
}

export function useApprovalCounts(): UseQueryResult<ApprovalCounts> {
  const environment = useApprovalEnvironment()
  return useQuery({
    queryKey: ['approvals', environment.environmentId, 'counts'],
    queryFn: ({ signal }) => fetchApprovalCounts(environment, signal),
    staleTime: 0,
  })
}

/** One approval; while its action runs, it is read again until the agent has reported the result. */
export function useApproval(id: number | undefined): UseQueryResult<Approval> {
  const environment = useApprovalEnvironment()
  return useQuery({
    queryKey: buildKey(environment.environmentId, id),
    queryFn: ({ signal }) => fetchApproval(environment, id ?? 0, signal),
    enabled: id !== undefined,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.status === 'claimed' ? claimedMilliseconds : false,
  })
}

/** Shows an approval as it is now, and reads the lists and counts again. */
export function useKeepApproval(): (approval: Approval) => void {
  const client = useQueryClient()
  const { environmentId } = useApprovalEnvironment()
  return useCallback(
    approval => {
      client.setQueryData(buildKey(environmentId, approval.id), approval)
      void client.invalidateQueries({
        queryKey: ['approvals'],
        predicate: ({ queryKey }) => queryKey[2] !== 'one' || queryKey[3] !== approval.id,
      })
    },
    [client, environmentId],
  )
}

/** Reads everything about approvals again. */
export function useReloadApprovals(): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: ['approvals'] }), [client])
}

/** Adds a comment without a decision. */
export function useCommentApproval(): (id: number, comment: string) => Promise<void> {
  const environment = useApprovalEnvironment()
  const keep = useKeepApproval()
  return useCallback(
    async (id, comment) => keep(await commentApproval(environment, id, comment)),
    [environment, keep],
  )
}

/** Reads what a list shows as a CSV file: all of it, not only what is loaded. */
export function useApprovalsFile(): (view: ApprovalsView, state: ApprovalsState) => Promise<Blob> {
  const { timezone } = usePlace()
  const environment = useApprovalEnvironment()
  return useCallback(
    (view, state) =>
      downloadApprovals(environment, buildApprovalsQuery(view, state, new Date(), timezone)),
    [environment, timezone],
  )
}

const buildKey = (environmentId: number, id: number | undefined) => [
  'approvals',
  environmentId,
  'one',
  id,
]
