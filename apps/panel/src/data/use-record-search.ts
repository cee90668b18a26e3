import { nameInPath } from '@service/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { PanelRecord } from '../core/record/panel-record.js'
import { readList } from '../core/record/read-document.js'
import type { CollectionModel } from '../core/schema/collection-model.js'
import { usePlace } from './place-context.js'
import { useSchema } from './use-schema.js'

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
} {
  const { agent, place } = usePlace()
  const { data: model } = useSchema()
  const search = useRested(text.trim())
  const isEnabled = model !== undefined && search.length >= shortest
  const { data, isFetching } = useQuery({
    queryKey: ['search', place.team.renderingId, search],
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const targets = chooseCollections(model)
      const results = await Promise.allSettled(
        targets.map(collection => agent.read(buildRequest(collection, search), signal)),
      )
      return results.flatMap((result, index) => {
        const collection = targets[index]
        if (result.status === 'rejected' || !collection) return []
        return readList(result.value).rows.map(record => ({ record, collection }))
      })
    },
  })
  return { found: isEnabled ? (data ?? []) : [], isSearching: isFetching }
}

/** Favourites first, then the order of the navigation. */
function chooseCollections(model: ReturnType<typeof useSchema>['data']): CollectionModel[] {
  if (!model) return []
  const names = [...model.navigation.favourites, ...model.collections.keys()]
  return [...new Set(names)]
    .flatMap(name => model.collections.get(name) ?? [])
    .filter(({ isSearchable, rights }) => isSearchable && rights.browse)
    .slice(0, mostCollections)
}

function buildRequest({ name, primaryKey, titleField }: CollectionModel, search: string) {
  const fields = [...new Set([...primaryKey, ...(titleField === undefined ? [] : [titleField])])]
  return {
    method: 'GET',
    path: `/${nameInPath(name)}`,
    query: { search, [`fields[${name}]`]: fields.join(','), 'page[size]': String(mostRecords) },
  } as const
}

function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restTime)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
