import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CheckedList } from '../core/list/check-list-state.js'
import { buildCountRequest, type ListSource } from '../core/list/list-request.js'
import { addBlock, countRows, startPages } from '../core/list/pages.js'
import { findNeighbours, type Neighbours } from '../core/record/neighbours.js'
import type { PanelRecord } from '../core/record/panel-record.js'
import type { Collections } from '../core/schema/collection-model.js'
import { usePlace } from './place-context.js'
import type { RecordCount } from './use-count.js'
import { describeFirstBlock, type RecordPages, readBlock } from './use-records.js'

/** A record further down than this is not looked for. */
const mostBlocks = 10

export interface ListedRecord {
  /** Undefined while the list is not loaded. */
  readonly neighbours: Neighbours | undefined
  readonly count: RecordCount | null | undefined
  /** Reads the list as far as the record, which only happens when somebody asks for it. */
  readonly find: () => Promise<Neighbours>
}

/** Where a record is in the list it was opened from, as far as that list is loaded. */
export function useNeighbours(
  source: ListSource,
  list: CheckedList,
  collections: Collections,
  id: string,
): ListedRecord {
  const { agent, place } = usePlace()
  const { renderingId } = place.team
  const client = useQueryClient()
  const first = describeFirstBlock(source, list, collections)
  const { name } = source.collection
  const { data: pages } = useQuery<RecordPages>({
    queryKey: ['records', renderingId, name, first],
    enabled: false,
  })
  const { data: count } = useQuery<RecordCount | null>({
    queryKey: ['count', renderingId, buildCountRequest(source, list, 'estimated')],
    enabled: false,
  })
  const find = useCallback(async (): Promise<Neighbours> => {
    const key = ['records', renderingId, name, first]
    let found = client.getQueryData<RecordPages>(key) ?? startPages<PanelRecord>()
    for (let reads = 0; reads <= mostBlocks; reads++) {
      const neighbours = findNeighbours(found, id)
      const missing = found.blocks.find(({ rows }) => !rows)
      const isKnown = neighbours.position !== undefined && !neighbours.needsMore
      if (isKnown || !missing || reads === mostBlocks) return neighbours
      const { signal } = new AbortController()
      const block = await readBlock(agent, source, list, collections, missing.after, signal)
      const end = countRows(found)
      found = addBlock(found, missing.after, block, { first: end, last: end })
      client.setQueryData(key, found)
    }
    return { needsMore: false }
  }, [agent, client, renderingId, name, first, source, list, collections, id])
  return { neighbours: pages && findNeighbours(pages, id), count, find }
}
