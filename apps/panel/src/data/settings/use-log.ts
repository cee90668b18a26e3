import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LogEntry, LogName, LogProof } from '../../core/logs/log-entry.js'
import { buildLogQuery, type LogState } from '../../core/logs/log-state.js'
import { usePlace } from '../place-context.js'
import { request } from '../service-api.js'
import { setTimer } from '../set-timer.js'

const pageSize = '100'
/** How often new entries are asked for, in milliseconds. */
const tailInterval = 2_500
/** A list that was live for hours is read again from the top when it has so many new entries. */
const mostShown = 5_000

/** A part of a log, the newest entries first. */
interface LogPage {
  readonly data: readonly LogEntry[]
  readonly hasMore: boolean
  readonly nextCursor: string
  /** Of the first page: how many entries there are, up to a limit. */
  readonly count?: { readonly value: number; readonly isMore: boolean }
}

export interface ProvenEntry {
  readonly entry: LogEntry
  readonly proof: LogProof
}

/** Where a log is in the API. */
export function useLogPath(log: LogName): string {
  const { project, environment } = usePlace().place
  const root = `/api/projects/${project.id}`
  return log === 'admin-logs' ? `${root}/${log}` : `${root}/environments/${environment.id}/${log}`
}

/** What limits a list, without whether it is live. */
const useLogKey = (path: string, { isLive: _, ...limits }: LogState) => {
  const text = JSON.stringify(limits)
  return useMemo(() => ['log', path, text], [path, text])
}

/** A log, the newest entries first, page by page: each is one request. */
export function useLog(log: LogName, state: LogState) {
  const path = useLogPath(log)
  return useInfiniteQuery({
    queryKey: useLogKey(path, state),
    queryFn: ({ signal, pageParam }) => {
      const query = {
        ...buildLogQuery(log, state, new Date()),
        limit: pageSize,
        ...(pageParam === null ? { count: 'true' } : { cursor: pageParam }),
      }
      return request<LogPage>('GET', `${path}?${new URLSearchParams(query)}`, undefined, signal)
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

interface LogTail {
  /** How many new entries wait until somebody wants to see them. */
  readonly waiting: number
  readonly isOverflowing: boolean
  readonly showWaiting: () => void
}

const nobodyWaits = { entries: [] as readonly LogEntry[], isOverflowing: false }

/**
 * Asks for new entries while a log is live and shows them at its top; while it is paused, they wait. When more
 * come at once than one page has, the list is read again from the top.
 */
export function useLogTail(
  log: LogName,
  state: LogState,
  { newest, isPaused }: { readonly newest: string | undefined; readonly isPaused: boolean },
): LogTail {
  const path = useLogPath(log)
  const client = useQueryClient()
  const key = useLogKey(path, state)
  const [waiting, setWaiting] = useState(nobodyWaits)
  const last = waiting.entries[0]?.createdAt ?? newest

  const put = useCallback(
    (entries: readonly LogEntry[]) => {
      const known = client.getQueryData<InfiniteData<LogPage>>(key)
      const isLong = (known?.pages[0]?.data.length ?? 0) > mostShown
      if (isLong) void client.resetQueries({ queryKey: key })
      else if (known) client.setQueryData(key, prepend(known, entries))
    },
    [client, key],
  )
  const showWaiting = useCallback(() => {
    if (waiting.isOverflowing) void client.resetQueries({ queryKey: key })
    else put(waiting.entries)
    setWaiting(nobodyWaits)
  }, [client, key, put, waiting])

  const current = useRef({ isPaused, last, put })
  useEffect(() => {
    current.current = { isPaused, last, put }
  })
  const { isLive } = state
  // What waits belongs to the list that was shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is why it runs
  useEffect(() => setWaiting(nobodyWaits), [key, isLive])
  const isReady = newest !== undefined
  useEffect(() => {
    if (!isLive || !isReady) return
    const left = new AbortController()
    let cancel = setTimer(ask, tailInterval)
    function ask() {
      void askForNew().finally(() => {
        if (!left.signal.aborted) cancel = setTimer(ask, tailInterval)
      })
    }
    async function askForNew() {
      // Not by `navigator.onLine`: it is false on a machine without a network, where the service may run as well.
      if (document.hidden) return
      const { last: since = '' } = current.current
      const query = {
        ...buildLogQuery(log, state, new Date()),
        limit: pageSize,
        'createdAt.gt': since,
      }
      const address = `${path}?${new URLSearchParams(query)}`
      const page = await request<LogPage>('GET', address, undefined, left.signal).catch(() => null)
      if (!page || page.data.length === 0 || left.signal.aborted) return
      if (current.current.isPaused || page.hasMore) {
        setWaiting(known => ({
          entries: [...page.data, ...known.entries].slice(0, 1_000),
          isOverflowing: known.isOverflowing || page.hasMore || known.entries.length > 900,
        }))
      } else current.current.put(page.data)
    }
    return () => {
      left.abort()
      cancel()
    }
  }, [log, path, state, isLive, isReady])

  const { isOverflowing, entries } = waiting
  // Whoever is at the top sees them at once.
  useEffect(() => {
    if (!isPaused && entries.length > 0) showWaiting()
  }, [isPaused, entries, showWaiting])
  return { waiting: entries.length, isOverflowing, showWaiting }
}

function prepend(known: InfiniteData<LogPage>, entries: readonly LogEntry[]) {
  const [first, ...rest] = known.pages
  if (!first) return known
  const { count } = first
  const page = {
    ...first,
    data: [...entries, ...first.data],
    ...(count && { count: { ...count, value: count.value + (count.isMore ? 0 : entries.length) } }),
  }
  return { ...known, pages: [page, ...rest] } as InfiniteData<LogPage>
}
