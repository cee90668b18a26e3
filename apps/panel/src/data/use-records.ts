import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { CheckedList } from '../core/list/check-list-state.js'
import { buildListRequest, buildPageRequest, type ListSource } from '../core/list/list-request.js'
import {
  addBlock,
  type LoadedBlock,
  listMissing,
  type Pages,
  startPages,
  type Viewport,
} from '../core/list/pages.js'
import type { PanelRecord } from '../core/record/panel-record.js'
import { readList } from '../core/record/read-document.js'
import type { Collections } from '../core/schema/collection-model.js'
import { SessionEndedError } from '../core/session/agent-session.js'
import { ApiError } from './api-error.js'
import { type CurrentPlace, usePlace } from './place-context.js'

export type RecordPages = Pages<PanelRecord>

export interface Records {
  /** Undefined until the first block is there. */
  readonly pages: RecordPages | undefined
  /** The pages are those of the list before; others are on their way. */
  readonly isReplacing: boolean
  readonly error: Error | null
  readonly loadedAt: number
  /** Loads what the rows on the screen, and two screens around them, need. */
  readonly show: (viewport: Viewport) => void
  readonly reload: () => void
}

const firstScreen: Viewport = { first: 0, last: 0 }
const pagePrefix = 'page '

/**
 * The records of a list, in blocks that are read as the person scrolls; with a page, only those of
 * the page with this number.
 */
export function useRecords(
  source: ListSource,
  list: CheckedList,
  collections: Collections,
  page?: number,
): Records {
  const { agent, place } = usePlace()
  const client = useQueryClient()
  const { name } = source.collection
  const first = describeFirstBlock(source, list, collections, page)
  const key = useMemo(
    () => buildRecordsKey(place.team.renderingId, name, first),
    [place.team.renderingId, name, first],
  )
  const read = useCallback(
    (after: string, signal: AbortSignal) =>
      readBlock(agent, source, list, collections, after, signal),
    [agent, source, list, collections],
  )
  const result = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => readFirstPages(after => read(after, signal), page),
    placeholderData: (previous, query) => (query?.queryKey[2] === name ? previous : undefined),
  })
  const [loading] = useState<LoadingBlocks>(() => new Map())
  // Cursors belong to one list: those of the list before are no longer needed.
  useEffect(() => (key ? () => abortOthers(loading, []) : undefined), [key, loading])
  const show = useCallback(
    (viewport: Viewport) => {
      const pages = client.getQueryData<RecordPages>(key)
      if (!pages) return
      const missing = listMissing(pages, viewport)
      abortOthers(loading, missing)
      for (const after of missing) void loadBlock(client, key, loading, after, viewport, read)
    },
    [client, key, loading, read],
  )
  return {
    pages: result.data,
    isReplacing: result.isFetching,
    error: result.error,
    loadedAt: result.dataUpdatedAt,
    show,
    reload: () => void result.refetch(),
  }
}

/** Asks for the first rows of a list before it is drawn, which shows them then. */
export function prefetchRecords(
  client: QueryClient,
  { agent, place }: CurrentPlace,
  source: ListSource,
  list: CheckedList,
  collections: Collections,
): Promise<void> {
  const first = describeFirstBlock(source, list, collections)
  return client.prefetchQuery({
    queryKey: buildRecordsKey(place.team.renderingId, source.collection.name, first),
    queryFn: ({ signal }) =>
      readFirstPages(after => readBlock(agent, source, list, collections, after, signal)),
  })
}

const buildRecordsKey = (renderingId: number, name: string, first: string) => [
  'records',
  renderingId,
  name,
  first,
]

/** What tells lists apart: the request of their first block. */
export function describeFirstBlock(
  source: ListSource,
  list: CheckedList,
  collections: Collections,
  page?: number,
): string {
  return JSON.stringify(
    page === undefined
      ? buildListRequest(source, list, collections, '')
      : buildPageRequest(source, list, collections, page),
  )
}

async function readFirstPages(
  read: (after: string) => Promise<LoadedBlock<PanelRecord>>,
  page?: number,
): Promise<RecordPages> {
  const block =
    page === undefined ? await read('') : { ...(await read(`${pagePrefix}${page}`)), next: null }
  return addBlock(startPages<PanelRecord>(), '', block, firstScreen)
}

/** The blocks on their way, by the cursor that reads them. */
type LoadingBlocks = Map<string, AbortController>

/** Ends the requests of blocks that the person has scrolled away from. */
function abortOthers(loading: LoadingBlocks, needed: readonly string[]): void {
  for (const [after, controller] of loading) {
    if (needed.includes(after)) continue
    loading.delete(after)
    controller.abort()
  }
}

async function loadBlock(
  client: QueryClient,
  key: readonly unknown[],
  loading: LoadingBlocks,
  after: string,
  viewport: Viewport,
  read: (after: string, signal: AbortSignal) => Promise<LoadedBlock<PanelRecord>>,
): Promise<void> {
  if (loading.has(after)) return
  const controller = new AbortController()
  loading.set(after, controller)
  const updatedAt = client.getQueryState(key)?.dataUpdatedAt
  try {
    const block = await read(after, controller.signal)
    loading.delete(after)
    // The list was read again meanwhile: this block belongs to the one before.
    if (client.getQueryState(key)?.dataUpdatedAt !== updatedAt) return
    client.setQueryData<RecordPages>(
      key,
      pages => pages && addBlock(pages, after, block, viewport),
      { ...(updatedAt !== undefined && { updatedAt }) },
    )
  } catch (error) {
    if (controller.signal.aborted) return
    // A block that failed is asked for again after a moment: when the person scrolls or, where the
    // agent was only busy or away, by itself.
    const { status = -1, retryAfter = 3 } = error instanceof ApiError ? error : {}
    setTimeout(() => {
      if (loading.get(after) === controller) loading.delete(after)
      const isShown = client.getQueryCache().find({ queryKey: key })?.getObserversCount()
      if (isShown && [0, 429, 503].includes(status)) {
        void loadBlock(client, key, loading, after, viewport, read)
      }
    }, retryAfter * 1000)
    if (!(error instanceof ApiError || error instanceof SessionEndedError)) throw error
  }
}

export async function readBlock(
  agent: CurrentPlace['agent'],
  source: ListSource,
  list: CheckedList,
  collections: Collections,
  after: string,
  signal: AbortSignal,
): Promise<LoadedBlock<PanelRecord>> {
  if (after.startsWith(pagePrefix)) return readPage(Number(after.slice(pagePrefix.length)))
  try {
    const request = buildListRequest(source, list, collections, after)
    return readList(await agent.read(request, signal))
  } catch (error) {
    // Without a proven key there are pages by number only.
    if (error instanceof ApiError && error.code === 'key_not_proven') return readPage(1)
    throw error
  }

  async function readPage(number: number): Promise<LoadedBlock<PanelRecord>> {
    const request = buildPageRequest(source, list, collections, number)
    const { rows } = readList(await agent.read(request, signal))
    const isFull = rows.length >= Number(request.query['page[size]'])
    return { rows, next: isFull ? `${pagePrefix}${number + 1}` : null }
  }
}
