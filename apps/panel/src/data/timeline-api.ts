import type { BootPlace } from '@service/protocol'
import type { WireActivity, WireNote } from '../core/timeline/read-entries.js'
import { request } from './service-api.js'

type Environment = Pick<BootPlace, 'projectId' | 'environmentId'>

/** A part of a list and where the next one begins. */
export interface Page<T> {
  readonly data: readonly T[]
  readonly hasMore: boolean
  readonly nextCursor: string | null
}

/** What was done to a record, the latest first. */
export function fetchActivity(
  environment: Environment,
  collection: string,
  id: string,
  cursor: string,
  signal: AbortSignal,
): Promise<Page<WireActivity>> {
  const record = `${encodeURIComponent(collection)}/${encodeURIComponent(id)}`
  const query = new URLSearchParams({ limit: '50', ...(cursor !== '' && { cursor }) })
  return request(
    'GET',
    `${buildPath(environment)}/records/${record}/activity?${query}`,
    undefined,
    signal,
  )
}

/** The notes on a record, the newest first. */
export function fetchNotesOfRecord(
  environment: Environment,
  collectionName: string,
  recordId: string,
  cursor: string,
  signal: AbortSignal,
): Promise<Page<WireNote>> {
  const choice = { collectionName, recordId, limit: '100', ...(cursor !== '' && { cursor }) }
  const query = new URLSearchParams(choice)
  return request('GET', `${buildPath(environment)}/notes?${query}`, undefined, signal)
}

const buildPath = ({ projectId, environmentId }: Environment) =>
  `/api/projects/${projectId}/environments/${environmentId}`
