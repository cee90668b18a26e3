import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { buildRecordRequest } from '../core/list/list-request.js'
import type { PanelRecord } from '../core/record/panel-record.js'
import { readRecord } from '../core/record/read-document.js'
import type { CollectionModel, Collections } from '../core/schema/collection-model.js'
import { usePlace } from './place-context.js'

export interface RecordSource {
  readonly collections: Collections
  readonly collection: CollectionModel
  readonly id: string
  /** What a list already knows of the record: shown until the response arrives. */
  readonly known?: PanelRecord | undefined
}

/** One record with the fields of its page. */
export function useRecord(source: RecordSource): UseQueryResult<PanelRecord | null> {
  const { agent, place } = usePlace()
  const { collections, collection, id, known } = source
  return useQuery({
    queryKey: ['record', place.team.renderingId, collection.name, id],
    queryFn: async ({ signal }) => {
      const request = buildRecordRequest(collection, id, collections)
      return readRecord(await agent.read(request, signal)) ?? null
    },
    placeholderData: known,
  })
}
