import type { Layout, LayoutVersion } from '@service/protocol'
import type { TaggedLayout } from '../core/layout/layout-draft.js'
import { request } from './service-api.js'

/** Whose layout it is. */
export interface LayoutOwner {
  readonly projectId: number
  readonly environmentId: number
  readonly teamId: number
}

/** A page of the history, the newest first. */
export interface LayoutHistory {
  readonly data: readonly LayoutVersion[]
  readonly nextCursor: string | null
}

/** A version with its whole document. */
export type LayoutVersionDocument = Omit<LayoutVersion, 'patch'> & { readonly layout: Layout }

const writePath = ({ projectId, environmentId, teamId }: LayoutOwner): string =>
  `/api/projects/${projectId}/environments/${environmentId}/teams/${teamId}/layout`

const match = (tag: string) => ({ headers: { 'if-match': `"${tag}"` } })

/** The published layout. */
export function fetchTaggedLayout(owner: LayoutOwner): Promise<TaggedLayout> {
  return request('GET', writePath(owner))
}

/** Publishes a layout; fails with 412 when somebody published another one since the tag was read. */
export function putLayout(owner: LayoutOwner, tag: string, layout: Layout): Promise<TaggedLayout> {
  return request('PUT', writePath(owner), layout, undefined, match(tag))
}

/** Who published which version, and when. */
export function fetchLayoutHistory(
  owner: LayoutOwner,
  cursor: string | undefined,
  limit = 20,
): Promise<LayoutHistory> {
  const query = new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) })
  return request('GET', `${writePath(owner)}/history?${query}`)
}

export function fetchLayoutVersion(
  owner: LayoutOwner,
  version: number,
): Promise<LayoutVersionDocument> {
  return request('GET', `${writePath(owner)}/history/${version}`)
}

/** Publishes an earlier version again. */
export function restoreLayout(
  owner: LayoutOwner,
  tag: string,
  version: number,
): Promise<TaggedLayout> {
  return request('POST', `${writePath(owner)}/restore`, { version }, undefined, match(tag))
}

/** Replaces the layout of a team or environment by that of another one. */
export function copyLayout(
  owner: LayoutOwner,
  tag: string,
  { environmentId, teamId }: LayoutOwner,
): Promise<TaggedLayout> {
  const body = { fromEnvironmentId: environmentId, fromTeamId: teamId }
  return request('POST', `${writePath(owner)}/copy`, body, undefined, match(tag))
}
