import type { Chart, Dashboard, DashboardContent } from '@service/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type CurrentPlace, usePlace } from './place-context.js'
import { request } from './service-api.js'

/** What an editor writes of a chart. */
type ChartContent = Pick<Chart, 'name' | 'definition' | 'display'>

/** Writes dashboards and charts; the lists of both follow. */
export interface DashboardChanges {
  readonly createDashboard: (content: DashboardContent) => Promise<Dashboard>
  /** Fails with 412 when somebody changed the dashboard since `tag`. */
  readonly replaceDashboard: (
    dashboard: Pick<Dashboard, 'id' | 'tag'>,
    content: DashboardContent,
  ) => Promise<Dashboard>
  readonly removeDashboard: (dashboard: Pick<Dashboard, 'id' | 'tag'>) => Promise<void>
  readonly orderDashboards: (ids: readonly number[]) => Promise<void>
  /** Creates a chart, or replaces the one with this id. */
  readonly writeChart: (content: ChartContent, id?: number) => Promise<Chart>
  readonly removeChart: (id: number) => Promise<void>
  /** Reads the dashboards again, as others may have changed them. */
  readonly reload: () => Promise<readonly Dashboard[]>
}

export function useDashboardChanges(): DashboardChanges {
  const { place } = usePlace()
  const client = useQueryClient()
  return useMemo(() => {
    const root = buildTeamPath(place)
    const { renderingId } = place.team
    const matchTag = (tag: string) => ({ headers: { 'if-match': `"${tag}"` } })
    const set = <T extends { readonly id: number }>(
      name: 'dashboards' | 'charts',
      change: (list: readonly T[]) => readonly T[],
    ) => client.setQueryData<readonly T[]>([name, renderingId], list => list && change(list))
    const put = <T extends { readonly id: number }>(name: 'dashboards' | 'charts', item: T) =>
      set<T>(name, list =>
        list.some(({ id }) => id === item.id)
          ? list.map(each => (each.id === item.id ? item : each))
          : [...list, item],
      )
    return {
      async createDashboard(content) {
        const created = await request<Dashboard>('POST', `${root}/dashboards`, content)
        put('dashboards', created)
        return created
      },
      async replaceDashboard({ id, tag }, content) {
        const path = `${root}/dashboards/${id}`
        const changed = await request<Dashboard>('PUT', path, content, undefined, matchTag(tag))
        put('dashboards', changed)
        return changed
      },
      async removeDashboard({ id, tag }) {
        const path = `${root}/dashboards/${id}`
        await request('DELETE', path, undefined, undefined, matchTag(tag))
        set('dashboards', list => list.filter(each => each.id !== id))
      },
      async orderDashboards(ids) {
        const path = `${root}/dashboards/order`
        const { data } = await request<{ readonly data: readonly Dashboard[] }>('PUT', path, {
          ids,
        })
        set<Dashboard>('dashboards', () => data)
      },
      async writeChart(content, id) {
        const chart =
          id === undefined
            ? await request<Chart>('POST', `${root}/charts`, content)
            : await request<Chart>('PUT', `${root}/charts/${id}`, content)
        put('charts', chart)
        return chart
      },
      async removeChart(id) {
        await request('DELETE', `${root}/charts/${id}`)
        set('charts', list => list.filter(each => each.id !== id))
      },
      async reload() {
        await client.refetchQueries({ queryKey: ['dashboards', renderingId] })
        return client.getQueryData<readonly Dashboard[]>(['dashboards', renderingId]) ?? []
      },
    }
  }, [place, client])
}

const buildTeamPath = ({ project, environment, team }: CurrentPlace['place']) =>
  `/api/projects/${project.id}/environments/${environment.id}/teams/${team.id}`
