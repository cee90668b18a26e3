import type { View } from '@service/protocol'
import type { ReadRequest } from '../list/list-request.js'

/** A segment of a team that is a query in SQL. */
export interface SqlSegment {
  readonly id: number
  readonly name: string
  readonly collectionName: string
  readonly connectionName: string
  readonly query: string
  readonly updatedAt: string
}

/** What a person enters. */
export type SegmentDraft = Pick<SqlSegment, 'name' | 'collectionName' | 'connectionName' | 'query'>

/** A new segment; where there is one connection, it is that one. */
export const startSegment = (connections: readonly string[]): SegmentDraft => ({
  name: '',
  collectionName: '',
  connectionName: connections.length === 1 ? (connections[0] ?? '') : '',
  query: '',
})

/** The draft as it is sent; undefined until nothing is missing. */
export function readSegmentDraft(draft: SegmentDraft): SegmentDraft | undefined {
  const trimmed = { ...draft, name: draft.name.trim(), query: draft.query.trim() }
  return Object.values(trimmed).includes('') ? undefined : trimmed
}

/** Builds the request that counts the records of a draft; undefined until it can run. */
export function buildTestRun(draft: SegmentDraft): ReadRequest | undefined {
  const { collectionName, connectionName, query } = draft
  if (collectionName === '' || connectionName === '' || query.trim() === '') return undefined
  return {
    method: 'GET',
    path: `/${encodeURIComponent(collectionName)}/count`,
    query: { segmentQuery: query.trim(), connectionName },
  }
}

/** The names of the views that show a segment. */
export function listSegmentViews(
  { name, collectionName }: Pick<SqlSegment, 'name' | 'collectionName'>,
  views: readonly View[],
): readonly string[] {
  return views
    .filter(view => view.collectionName === collectionName && view.state.segment === name)
    .map(view => view.name)
}
