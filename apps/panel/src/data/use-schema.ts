import type { PanelSchema } from '@service/protocol'
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { applyLayout } from '../core/schema/apply-layout.js'
import { buildNavigation, type Navigation } from '../core/schema/build-navigation.js'
import type { Collections } from '../core/schema/collection-model.js'
import type { AgentApi, TaggedBody } from './agent-api.js'
import { explainMissing } from './api-error.js'
import { readCached } from './local-cache.js'
import { usePlace } from './place-context.js'
import { useLayout } from './use-layout.js'

/** What the caller may use, with the layout of their team applied. */
export interface PlaceModel {
  /** Equal to the tag in every response of the agent until something changes. */
  readonly tag: string
  readonly collections: Collections
  readonly navigation: Navigation
}

const noFavourites: readonly string[] = []
const aDay = 86_400_000

export function useSchema(): UseQueryResult<PlaceModel> {
  const { agent, boot, place } = usePlace()
  const { renderingId } = place.team
  const layout = useLayout()
  const client = useQueryClient()
  const favourites = boot.preferences.favourites?.[renderingId] ?? noFavourites
  const select = useCallback(
    ({ body: schema }: TaggedBody<PanelSchema>): PlaceModel => ({
      tag: schema.tag,
      collections: applyLayout(schema, layout),
      navigation: buildNavigation(schema, layout, favourites),
    }),
    [layout, favourites],
  )
  const queryKey = ['schema', renderingId]
  return useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      readSchema(agent, client.getQueryData<TaggedBody<PanelSchema>>(queryKey), signal),
    // What an earlier visit stored is checked, in the request for the first rows.
    staleTime: aDay,
    gcTime: Number.POSITIVE_INFINITY,
    initialData: () => readCached<TaggedBody<PanelSchema>>(queryKey),
    initialDataUpdatedAt: 0,
    select,
  })
}

/** While the agent cannot be asked, the known schema is used. */
async function readSchema(
  agent: AgentApi,
  known: TaggedBody<PanelSchema> | undefined,
  signal: AbortSignal,
): Promise<TaggedBody<PanelSchema>> {
  try {
    const first = known ? undefined : await agent.openWithSchema()
    if (first) return first
    return await agent.readTagged({ method: 'GET', path: '/_internal/schema' }, known, signal)
  } catch (error) {
    if (known && !signal.aborted) return known
    throw explainMissing(error)
  }
}
