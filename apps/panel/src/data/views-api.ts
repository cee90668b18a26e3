import type { BootPlace, View } from '@service/protocol'
import { request } from './service-api.js'

type Team = Omit<BootPlace, 'renderingId'>

/** What a new view consists of. */
export type NewView = Pick<View, 'name' | 'collectionName' | 'isShared' | 'state'>

/** The shared views of a team and the person's own. */
export async function fetchViews(team: Team, signal: AbortSignal): Promise<readonly View[]> {
  const path = buildPath(team)
  const { data } = await request<{ readonly data: readonly View[] }>('GET', path, undefined, signal)
  return data
}

export function createView(team: Team, view: NewView): Promise<View> {
  return request('POST', buildPath(team), view)
}

export function updateView(
  team: Team,
  id: number,
  change: Partial<Pick<View, 'name' | 'isShared' | 'state'>>,
): Promise<View> {
  return request('PATCH', `${buildPath(team)}/${id}`, change)
}

export function deleteView(team: Team, id: number): Promise<void> {
  return request('DELETE', `${buildPath(team)}/${id}`)
}

/** Orders the shared views of a collection, or the person's own. */
export async function orderViews(
  team: Team,
  order: Pick<View, 'collectionName' | 'isShared'> & { readonly ids: readonly number[] },
): Promise<readonly View[]> {
  const path = `${buildPath(team)}/order`
  const { data } = await request<{ readonly data: readonly View[] }>('PUT', path, order)
  return data
}

function buildPath({ projectId, environmentId, teamId }: Team): string {
  return `/api/projects/${projectId}/environments/${environmentId}/teams/${teamId}/views`
}
