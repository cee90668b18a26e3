import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { TimelineEvent } from '../core/timeline/build-event.js'
import {
  buildHistoryRequest,
  findNextHistory,
  type HistoryCursor,
} from '../core/timeline/history-request.js'
import { type LoadedSource, mergeTimeline } from '../core/timeline/merge-timeline.js'
import {
  readActivity,
  readHistory,
  readNote,
  type WireHistory,
} from '../core/timeline/read-entries.js'
import type { TimelineEntry, TimelineSource } from '../core/timeline/timeline-entry.js'
import { usePlace } from './place-context.js'
import { fetchActivity, fetchNotesOfRecord, type Page } from './timeline-api.js'

/** What happened to a record, as far as it was read. */
export interface LoadedTimeline {
  readonly events: readonly TimelineEvent[]
  readonly isLoading: boolean
  /** The sources that could not be read. */
  readonly failed: readonly TimelineSource[]
  readonly retry: () => void
  /** Shows older events; undefined when there are none. */
  readonly loadMore: (() => void) | undefined
}

/** How many events are shown at first, and how many more each time. */
const step = 20

/** The stream of a record. It reads only as many pages of each source as it shows. */
export function useTimeline(collection: string, id: string, hasHistory: boolean): LoadedTimeline {
  const { agent, place } = usePlace()
  const environment = { projectId: place.project.id, environmentId: place.environment.id }
  const key = ['activity', place.team.renderingId, collection, id]
  const activity = useInfiniteQuery({
    queryKey: [...key, 'log'],
    queryFn: ({ signal, pageParam }) =>
      fetchActivity(environment, collection, id, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: readNextCursor,
  })
  const history = useInfiniteQuery({
    queryKey: [...key, 'history'],
    queryFn: async ({ signal, pageParam }) => {
      const request = buildHistoryRequest(collection, id, pageParam)
      return (await agent.read<{ readonly data: readonly WireHistory[] }>(request, signal)).data
    },
    initialPageParam: undefined as HistoryCursor | undefined,
    getNextPageParam: (page, _pages, cursor) => findNextHistory(page, cursor),
    enabled: hasHistory,
  })
  // The notes that the person writes are read with the same key.
  const notes = useInfiniteQuery({
    queryKey: ['notes', environment.environmentId, 'list', collection, id],
    queryFn: ({ signal, pageParam }) =>
      fetchNotesOfRecord(environment, collection, id, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: readNextCursor,
  })
  const sources = [
    { name: 'activity', query: activity, isWanted: true },
    { name: 'history', query: history, isWanted: hasHistory },
    { name: 'note', query: notes, isWanted: true },
  ] as const
  const [wanted, setWanted] = useState(step)
  const timeline = useMemo(
    () =>
      mergeTimeline([
        toSource(activity, page => page.data.map(readActivity)),
        hasHistory ? toSource(history, page => page.map(readHistory)) : nothing,
        toSource(notes, page => page.data.map(readNote)),
      ]),
    [activity, history, notes, hasHistory],
  )
  const isShort = timeline.events.length < wanted && !timeline.isComplete
  useEffect(() => {
    if (!isShort) return
    for (const index of timeline.lagging) {
      const { query } = sources[index]!
      const isIdle = !query.isFetching && !query.error && query.hasNextPage
      if (isIdle) void query.fetchNextPage()
    }
  })
  const failed = sources.flatMap(({ name, query, isWanted }) =>
    isWanted && query.error ? [name] : [],
  )
  const hasMore = timeline.events.length > wanted || !timeline.isComplete
  return {
    events: timeline.events.slice(0, wanted),
    isLoading: isShort && failed.length === 0,
    failed,
    retry() {
      for (const { query, isWanted } of sources) {
        if (!isWanted || !query.error) continue
        void (query.data ? query.fetchNextPage() : query.refetch())
      }
    },
    loadMore: hasMore && !isShort ? () => setWanted(wanted + step) : undefined,
  }
}

const nothing: LoadedSource = { entries: [], isComplete: true }

/** A source that cannot be read holds up none of the others. */
function toSource<P>(
  { data, error, hasNextPage }: UseInfiniteQueryResult<{ readonly pages: readonly P[] }>,
  read: (page: P) => readonly TimelineEntry[],
): LoadedSource {
  if (!data) return error ? nothing : { entries: [], isComplete: false }
  return { entries: data.pages.flatMap(read), isComplete: !hasNextPage }
}

const readNextCursor = ({ hasMore, nextCursor }: Page<unknown>) =>
  hasMore ? (nextCursor ?? undefined) : undefined
