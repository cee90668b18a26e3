import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef } from 'react'
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
import { ApiError } from './api-error.js'
import { type CurrentPlace, usePlace } from './place-context.js'

type RecordPages = Pages<PanelRecord>

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

/** The records of a list, in blocks that are read as the person scrolls. */
export function useRecords(
  source: ListSource,
  list: CheckedList,
  collections: Collections,
): Records {
  const { agent, place } = usePlace()
  const client = useQueryClient()
  const { name } = source.collection
  const first = JSON.stringify(buildListRequest(source, list, collections, ''))
  const key = useMemo(
    () => ['records', place.team.renderingId, name, first],
    [place.team.renderingId, name, first],
  )
  const read = useCallback(
    (after: string, signal: AbortSignal) =>
      readBlock(agent, source, list, collections, after, signal),
    [agent, source, list, collections],
  )
  const result = useQuery({
    queryKey: key,
    queryFn: async ({ signal }): Promise<RecordPages> =>
      addBlock(startPages<PanelRecord>(), '', await read('', signal), firstScreen),
    placeholderData: (previous, query) => (query?.queryKey[2] === name ? previous : undefined),
  })
  const loading = useRef(new Set<string>())
  const show = useCallback(
    (viewport: Viewport) => {
      const pages = client.getQueryData<RecordPages>(key)
      if (!pages) return
      for (const after of listMissing(pages, viewport)) {
        void loadBlock(client, key, loading.current, after, viewport, read)
      }
    },
    [client, key, read],
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

async function loadBlock(
  client: QueryClient,
  key: readonly unknown[],
  loading: Set<string>,
  after: string,
  viewport: Viewport,
  read: (after: string, signal: AbortSignal) => Promise<LoadedBlock<PanelRecord>>,
): Promise<void> {
  const id = JSON.stringify([key, after])
  if (loading.has(id)) return
  loading.add(id)
  try {
    const block = await read(after, new AbortController().signal)
    const updatedAt = client.getQueryState(key)?.dataUpdatedAt
    client.setQueryData<RecordPages>(
      key,
      pages => pages && addBlock(pages, after, block, viewport),
      { ...(updatedAt !== undefined && { updatedAt }) },
    )
    loading.delete(id)
  } catch (error) {
    // A block that failed is asked for again after a moment, when the person scrolls.
    setTimeout(() => loading.delete(id), 3_000)
    if (!(error instanceof ApiError)) throw error
  }
}

async function readBlock(
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
