import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import type { Mention } from '../core/notes/note.js'
import { fetchMentions, markMentionsSeen } from './notes-api.js'

/** The mentions of the person in all projects, read part by part. */
export interface LoadedMentions {
  /** Undefined until the first part is there. */
  readonly mentions: readonly Mention[] | undefined
  readonly error: Error | null
  readonly retry: () => void
  /** Reads the next part; undefined when there is none. */
  readonly loadMore: (() => void) | undefined
  readonly isLoadingMore: boolean
}

export function useMentions({
  isUnseenOnly,
  isWanted = true,
}: {
  readonly isUnseenOnly: boolean
  readonly isWanted?: boolean
}): LoadedMentions {
  const query = useInfiniteQuery({
    queryKey: ['mentions', 'list', isUnseenOnly],
    queryFn: ({ signal, pageParam }) => fetchMentions(isUnseenOnly, pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : undefined),
    enabled: isWanted,
  })
  const { data } = query
  const mentions = useMemo(() => data?.pages.flatMap(page => page.data), [data])
  return {
    mentions,
    error: query.error,
    retry: () => void query.refetch(),
    loadMore: query.hasNextPage ? () => void query.fetchNextPage() : undefined,
    isLoadingMore: query.isFetchingNextPage,
  }
}

/** Marks mentions as seen; lists and counts of mentions follow. */
export function useMarkSeen(): (choice: Parameters<typeof markMentionsSeen>[0]) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async choice => {
      await markMentionsSeen(choice)
      await client.invalidateQueries({ queryKey: ['mentions'] })
    },
    [client],
  )
}
