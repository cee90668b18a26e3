import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { FilterTree } from '../../core/list/filter-tree.js'
import type { StoredScope } from '../../core/rights/scope-check.js'
import { request } from '../service-api.js'
import { useProjectPath } from './use-rights.js'
import { buildServiceQuery, useServiceChange, useServiceData } from './use-service.js'

/** A team in an environment. */
export interface ScopePlace {
  readonly environmentId: number
  readonly teamId: number
}

const formatPath = (project: string, { environmentId, teamId }: ScopePlace) =>
  `${project}/environments/${environmentId}/teams/${teamId}/scopes`

const useScopesPath = (place: ScopePlace) => formatPath(useProjectPath(), place)

interface ScopeList {
  readonly data: readonly StoredScope[]
}

/** The scopes of a team in an environment. */
export function useScopes(place: ScopePlace): UseQueryResult<ScopeList> {
  return useServiceData(useScopesPath(place))
}

/** The scopes of several teams in an environment, by the id of the team, as they arrive. */
export function useScopesOfTeams(
  environmentId: number,
  teams: readonly { readonly id: number }[],
): ReadonlyMap<number, readonly StoredScope[]> {
  const project = useProjectPath()
  const results = useQueries({
    queries: teams.map(({ id: teamId }) =>
      buildServiceQuery<ScopeList>(formatPath(project, { environmentId, teamId })),
    ),
  })
  return new Map(
    results.flatMap(({ data }, index) => (data ? [[teams[index]!.id, data.data] as const] : [])),
  )
}

/** Sets and removes scopes, if they are still those that the person saw. */
export function useScopeChanges(place: ScopePlace) {
  const path = useScopesPath(place)
  const paths = useMemo(() => [path], [path])
  const set = useCallback(
    (collection: string, condition: FilterTree, tag: string) =>
      request<StoredScope>(
        'PUT',
        `${path}/${encodeURIComponent(collection)}`,
        { condition },
        undefined,
        matching(tag),
      ),
    [path],
  )
  const remove = useCallback(
    ({ collectionName, tag }: StoredScope) =>
      request<void>(
        'DELETE',
        `${path}/${encodeURIComponent(collectionName)}`,
        undefined,
        undefined,
        matching(tag),
      ),
    [path],
  )
  return { setScope: useServiceChange(set, paths), removeScope: useServiceChange(remove, paths) }
}

const matching = (tag: string) => ({ headers: { 'if-match': `"${tag}"` } })
