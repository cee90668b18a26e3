import { useQuery } from '@tanstack/react-query'
import { buildTitleSearch } from '../core/list/list-request.js'
import { readList } from '../core/record/read-document.js'
import { getRecordTitle, type RelatedChoice } from '../core/record/record-title.js'
import type { CollectionModel } from '../core/schema/collection-model.js'
import { usePlace } from './place-context.js'
import { useRested } from './use-rested.js'

/** Each search is in the activity log: only what a person stopped typing at is searched for. */
const restTime = 300
const mostRecords = 20

export interface RelationSearch {
  readonly found: readonly RelatedChoice[]
  readonly isSearching: boolean
  readonly error: Error | null
}

/** Records that a relation can lead to, by a text; the first ones when it is empty. */
export function useRelationSearch(
  target: CollectionModel | undefined,
  text: string,
  isOpen: boolean,
): RelationSearch {
  const { agent, place } = usePlace()
  const wanted = text.trim()
  const search = useRested(wanted, restTime)
  const { data, isFetching, error } = useQuery({
    queryKey: ['relation-search', place.team.renderingId, target?.name, search],
    enabled: isOpen && target !== undefined && search === wanted,
    queryFn: async ({ signal }): Promise<readonly RelatedChoice[]> => {
      if (!target) return []
      const { rows } = readList(
        await agent.read(buildTitleSearch(target, search, mostRecords), signal),
      )
      return rows.map(record => ({ id: record.id, title: getRecordTitle(record, target) }))
    },
    placeholderData: previous => previous,
  })
  return { found: data ?? [], isSearching: isFetching || search !== wanted, error }
}
