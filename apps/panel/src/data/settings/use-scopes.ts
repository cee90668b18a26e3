import type { UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { FilterTree } from '../../core/list/filter-tree.js'
import type { StoredScope } from '../../core/rights/scope-check.js'
import { request } from '../service-api.js'
import { useProjectPath } from './use-rights.js'
import { useServiceChange, useServiceData } from './use-service.js'

/** A team in an environment. */
export interface ScopePlace {
  readonly environmentId: number
  readonly teamId: number
}

function useScopesPath({ environmentId, teamId }: ScopePlace): string {
  return `${useProjectPath()}/environments/${environmentId}/teams/${teamId}/scopes`
}

/** The scopes of a team in an environment. */
export function useScopes(
  place: ScopePlace,
): UseQueryResult<{ readonly data: readonly StoredScope[] }> {
  return useServiceData(useScopesPath(place))
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
