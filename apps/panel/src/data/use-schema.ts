import type { PanelSchema } from '@service/protocol'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { applyLayout } from '../core/schema/apply-layout.js'
import { buildNavigation, type Navigation } from '../core/schema/build-navigation.js'
import type { Collections } from '../core/schema/collection-model.js'
import { usePlace } from './place-context.js'
import { useLayout } from './use-layout.js'

/** What the caller may use, with the layout of their team applied. */
export interface PlaceModel {
  readonly collections: Collections
  readonly navigation: Navigation
}

const noFavourites: readonly string[] = []

export function useSchema(): UseQueryResult<PlaceModel> {
  const { agent, boot, place } = usePlace()
  const { renderingId } = place.team
  const layout = useLayout()
  const favourites = boot.preferences.favourites?.[renderingId] ?? noFavourites
  const select = useCallback(
    (schema: PanelSchema): PlaceModel => ({
      collections: applyLayout(schema, layout),
      navigation: buildNavigation(schema, layout, favourites),
    }),
    [layout, favourites],
  )
  return useQuery({
    queryKey: ['schema', renderingId],
    queryFn: ({ signal }) =>
      agent.read<PanelSchema>({ method: 'GET', path: '/_internal/schema' }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    select,
  })
}
