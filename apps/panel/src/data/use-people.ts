import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { ProjectMember } from '../core/forms/group-approvers.js'
import { usePlace } from './place-context.js'
import { fetchProjectMembers } from './service-api.js'

/** What `select` makes of the members of the project; no data where the person may not see them. */
export function useMembers<T>(select: (members: readonly ProjectMember[]) => T): UseQueryResult<T> {
  const { id } = usePlace().place.project
  return useQuery({ ...describePeople(id), select })
}

/** A way to get the members of the project when they are needed; nobody where they cannot be read. */
export function useLoadMembers(): () => Promise<readonly ProjectMember[]> {
  const { id } = usePlace().place.project
  const client = useQueryClient()
  return useCallback(
    () => client.ensureQueryData(describePeople(id)).catch(() => none),
    [client, id],
  )
}

const describePeople = (projectId: number) =>
  queryOptions({
    queryKey: ['people', projectId],
    queryFn: ({ signal }) => fetchProjectMembers(projectId, signal),
    staleTime: 5 * 60_000,
  })

const none: readonly ProjectMember[] = []

/** The people of the team; none while they are not known. */
export function usePeople(): {
  readonly people: readonly ProjectMember[]
  readonly isKnown: boolean
} {
  const { id } = usePlace().place.team
  const { data } = useMembers(members =>
    members.filter(({ teams }) => teams.some(team => team.id === id)),
  )
  return { people: data ?? none, isKnown: data !== undefined }
}
