import { useQuery } from '@tanstack/react-query'
import { buildTitleSearch } from '../core/list/list-request.js'
import type { PanelRecord } from '../core/record/panel-record.js'
import { readList } from '../core/record/read-document.js'
import type { CollectionModel } from '../core/schema/collection-model.js'
import { listCollections } from '../core/schema/list-collections.js'
import { usePlace } from './place-context.js'
import { useRested } from './use-rested.js'
import { type PlaceModel, useSchema } from './use-schema.js'

const restTime = 250
const shortest = 2
const mostCollections = 6
const mostRecords = 5

export interface FoundRecord {
  readonly record: PanelRecord
  readonly collection: CollectionModel
}

/** Records of the first collections that match a text; asked in one batch after a rest. */
export function useRecordSearch(text: string): {
  readonly found: readonly FoundRecord[]
  readonly isSearching: boolean
  readonly hasFailed: boolean
} {
  const { agent, place } = usePlace()
  const { data: model } = useSchema()
  const typed = text.trim()
  const search = useRested(typed, restTime)
  const isEnabled = model !== undefined && search.length >= shortest
  const { data, isFetching, isError } = useQuery({
    queryKey: ['search', place.team.renderingId, search],
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const targets = model ? chooseCollections(model) : []
      const results = await Promise.allSettled(
        targets.map(async collection => {
          const body = await agent.read(buildTitleSearch(collection, search, mostRecords), signal)
          return readList(body).rows.map(record => ({ record, collection }))
        }),
      )
      const failure = results.find(result => result.status === 'rejected')
      const found = results.filter(result => result.status === 'fulfilled')
      if (failure && found.length === 0) throw failure.reason
      return found.flatMap(({ value }) => value)
    },
  })
  return {
    found: isEnabled ? (data ?? []) : [],
    isSearching: isFetching || (typed !== search && typed.length >= shortest),
    hasFailed: isEnabled && isError,
  }
}

function chooseCollections(model: PlaceModel): readonly CollectionModel[] {
  return listCollections(model)
    .filter(({ isSearchable }) => isSearchable)
    .slice(0, mostCollections)
}
