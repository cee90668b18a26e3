import type { BootPlace, Chart, Dashboard } from '@service/protocol'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type CurrentPlace, usePlace } from './place-context.js'
import { request } from './service-api.js'

/** The dashboards of the team, in their order. */
export function useDashboards(): UseQueryResult<readonly Dashboard[]> {
  return useQuery(buildListQuery<Dashboard>(usePlace(), 'dashboards'))
}

/** The charts of the team, by name. */
export function useCharts(): UseQueryResult<readonly Chart[]> {
  return useQuery(buildListQuery<Chart>(usePlace(), 'charts'))
}

function buildListQuery<T>({ place }: CurrentPlace, name: 'dashboards' | 'charts') {
  const { project, environment, team } = place
  const path = `${buildTeamPath({ projectId: project.id, environmentId: environment.id, teamId: team.id })}/${name}`
  return queryOptions({
    queryKey: [name, team.renderingId],
    // The service says when somebody changed them.
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const { data } = await request<{ readonly data: readonly T[] }>(
        'GET',
        path,
        undefined,
        signal,
      )
      return data
    },
  })
}

function buildTeamPath({
  projectId,
  environmentId,
  teamId,
}: Omit<BootPlace, 'renderingId'>): string {
  return `/api/projects/${projectId}/environments/${environmentId}/teams/${teamId}`
}
