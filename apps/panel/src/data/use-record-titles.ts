import { useQuery } from '@tanstack/react-query'
import { buildTitlesRequests, type RecordReference } from '../core/notes/record-titles.js'
import { readList } from '../core/record/read-document.js'
import { getRecordTitle } from '../core/record/record-title.js'
import { usePlace } from './place-context.js'
import { useSchema } from './use-schema.js'

/** Finds the title of a record; undefined when it is not known. */
export type FindTitle = (record: RecordReference) => string | undefined

/**
 * The titles of records, read from the agent in one batch. Records that are gone, or that the person
 * may not see, have none.
 */
export function useRecordTitles(records: readonly RecordReference[]): FindTitle {
  const { agent, place } = usePlace()
  const { data: model } = useSchema()
  const keys = [...new Set(records.map(formatKey))].sort()
  const { data } = useQuery({
    queryKey: ['record-titles', place.team.renderingId, keys],
    enabled: model !== undefined && keys.length > 0,
    queryFn: async ({ signal }) => {
      const requests = model ? buildTitlesRequests(model.collections, records) : []
      const results = await Promise.allSettled(
        requests.map(async ({ collection, request }) =>
          readList(await agent.read(request, signal)).rows.map(
            record =>
              [
                formatKey({ collection: collection.name, id: record.id }),
                getRecordTitle(record, collection),
              ] as const,
          ),
        ),
      )
      return new Map(results.flatMap(result => (result.status === 'fulfilled' ? result.value : [])))
    },
    placeholderData: known => known,
  })
  return record => data?.get(formatKey(record))
}

const formatKey = ({ collection, id }: RecordReference): string => JSON.stringify([collection, id])
