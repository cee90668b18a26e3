import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Member, MemberChange } from '../../core/settings/people/member.js'
import { request } from '../service-api.js'

interface IdPage<T> {
  readonly data: readonly T[]
  readonly nextCursor: string | null
}

/** Everybody in a project: search and filters work over all of them. */
export const useAllMembers = (projectId: number): UseQueryResult<readonly Member[]> =>
  useQuery(describeAll<Member>(`/api/projects/${projectId}/people`))

/** All that a list of the service has, page after page. */
export const useAllPages = <T>(path: string, isNeeded = true): UseQueryResult<readonly T[]> =>
  useQuery({ ...describeAll<T>(path), enabled: isNeeded })

const describeAll = <T>(path: string) =>
  queryOptions({
    queryKey: ['service', `${path}?limit=1000`, 'all'],
    queryFn: ({ signal }) => readAllPages<T>(path, signal),
    staleTime: 10_000,
  })

async function readAllPages<T>(path: string, signal: AbortSignal): Promise<readonly T[]> {
  const all: T[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: IdPage<T> = await request('GET', `${path}?limit=1000${after}`, undefined, signal)
    all.push(...page.data)
    cursor = page.nextCursor
  }
  return all
}

/** What of several changes could not be made. */
export interface FailedChange {
  readonly member: Member
  readonly error: unknown
}

interface MemberChanges {
  readonly change: (id: number, change: MemberChange) => Promise<void>
  readonly remove: (id: number) => Promise<void>
  /** Changes several, one after the other: the service locks the project for each. */
  readonly changeAll: (
    changes: readonly { readonly member: Member; readonly change: MemberChange }[],
    onProgress: (done: number) => void,
  ) => Promise<readonly FailedChange[]>
}

/** Changes members; everything that shows them is read again. */
export function useMemberChanges(projectId: number): MemberChanges {
  const client = useQueryClient()
  const path = `/api/projects/${projectId}/people`
  const refresh = useCallback(async () => {
    void client.invalidateQueries({ queryKey: ['people', projectId] })
    await client.invalidateQueries({
      predicate: ({ queryKey: [kind, key] }) => kind === 'service' && String(key).startsWith(path),
    })
  }, [client, projectId, path])
  return {
    async change(id, change) {
      await request('PATCH', `${path}/${id}`, change)
      await refresh()
    },
    async remove(id) {
      await request('DELETE', `${path}/${id}`)
      client.removeQueries({ queryKey: ['service', `${path}/${id}`] })
      await refresh()
    },
    async changeAll(changes, onProgress) {
      const failed: FailedChange[] = []
      for (const [index, { member, change }] of changes.entries()) {
        try {
          await request('PATCH', `${path}/${member.id}`, change)
        } catch (error) {
          failed.push({ member, error })
        }
        onProgress(index + 1)
      }
      await refresh()
      return failed
    },
  }
}
