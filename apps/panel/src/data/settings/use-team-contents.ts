import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { request } from '../service-api.js'

const kinds = ['dashboards', 'charts', 'views', 'segments', 'scopes'] as const
type TeamContentKind = (typeof kinds)[number]

/** How many of each kind a team has, in all environments together. */
export type TeamContents = Readonly<Record<TeamContentKind, number>>

interface List {
  readonly data: readonly unknown[]
}

/** What goes away with a team. Views of other people that are not shared are not counted. */
export function useTeamContents(projectPath: string, teamId: number): UseQueryResult<TeamContents> {
  return useQuery({
    queryKey: ['service', `${projectPath}/teams/${teamId}`, 'contents'],
    staleTime: 10_000,
    async queryFn({ signal }) {
      const { data: environments } = await request<{
        readonly data: readonly { readonly id: number }[]
      }>('GET', `${projectPath}/environments`, undefined, signal)
      const count = async (kind: TeamContentKind): Promise<[TeamContentKind, number]> => {
        const lists = await Promise.all(
          environments.map(({ id }) => {
            const path = `${projectPath}/environments/${id}/teams/${teamId}/${kind}`
            return request<List>('GET', path, undefined, signal)
          }),
        )
        return [kind, lists.reduce((sum, { data }) => sum + data.length, 0)]
      }
      return Object.fromEntries(await Promise.all(kinds.map(count))) as Record<
        TeamContentKind,
        number
      >
    },
  })
}
