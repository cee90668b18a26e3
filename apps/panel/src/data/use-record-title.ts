import { useQuery } from '@tanstack/react-query'
import { buildRecordTitleRequest } from '../core/list/list-request.js'
import { readRecord } from '../core/record/read-document.js'
import { getRecordTitle } from '../core/record/record-title.js'
import type { CollectionModel } from '../core/schema/collection-model.js'
import { usePlace } from './place-context.js'

/** The title of a record of which only the id is known; undefined until it is read. */
export function useRecordTitle(
  collection: CollectionModel | undefined,
  id: string | undefined,
): string | undefined {
  const { agent, place } = usePlace()
  const { data } = useQuery({
    queryKey: ['record-title', place.team.renderingId, collection?.name, id],
    enabled: collection?.titleField !== undefined && id !== undefined,
    queryFn: async ({ signal }) => {
      if (!collection || id === undefined) return null
      const request = buildRecordTitleRequest(collection, id)
      const record = readRecord(await agent.read(request, signal))
      return record ? getRecordTitle(record, collection) : null
    },
  })
  return data ?? undefined
}
