import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { buildRecordRequest } from '../core/list/list-request.js'
import type { PanelRecord } from '../core/record/panel-record.js'
import { readRecord } from '../core/record/read-document.js'
import type { CollectionModel, Collections } from '../core/schema/collection-model.js'
import { usePlace } from './place-context.js'

/** Reads a record with the fields of its page when it is needed; null when it does not exist. */
export function useReadRecord(
  collections: Collections,
  collection: CollectionModel,
): (id: string) => Promise<PanelRecord | null> {
  const { agent, place } = usePlace()
  const client = useQueryClient()
  const { renderingId } = place.team
  return useCallback(
    id =>
      client.fetchQuery({
        queryKey: ['record', renderingId, collection.name, id],
        queryFn: async ({ signal }) => {
          const request = buildRecordRequest(collection, id, collections)
          return readRecord(await agent.read(request, signal)) ?? null
        },
      }),
    [agent, client, renderingId, collection, collections],
  )
}
