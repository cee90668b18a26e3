import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ProjectMember } from '../core/forms/group-approvers.js'
import { usePlace } from './place-context.js'
import { fetchPeople } from './service-api.js'

/** What `select` makes of the members of the project; no data where the person may not see them. */
export function useMembers<T>(select: (members: readonly ProjectMember[]) => T): UseQueryResult<T> {
  const { id } = usePlace().place.project
  return useQuery({
    queryKey: ['people', id],
    queryFn: ({ signal }) => fetchPeople(id, signal),
    staleTime: 5 * 60_000,
    select,
  })
}

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
