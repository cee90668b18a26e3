import type { Boot, Layout, PanelSchema } from '@service/protocol'
import {
  type QueryClient,
  queryOptions,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import { applyLayout } from '../core/schema/apply-layout.js'
import { buildNavigation, type Navigation } from '../core/schema/build-navigation.js'
import type { Collections } from '../core/schema/collection-model.js'
import type { AgentApi, TaggedBody } from './agent-api.js'
import { explainMissing } from './api-error.js'
import { readCached } from './local-cache.js'
import { type CurrentPlace, usePlace } from './place-context.js'
import { useLayout } from './use-layout.js'

/** What the caller may use, with the layout of their team applied. */
export interface PlaceModel {
  /** Equal to the tag in every response of the agent until something changes. */
  readonly tag: string
  readonly collections: Collections
  readonly navigation: Navigation
  /** Names of the charts in code of the agent. */
  readonly charts: readonly string[]
  /** Whether the agent keeps earlier values of records. */
  readonly canUseAuditTrail: boolean
  /** Names of the connections on which queries in SQL run. */
  readonly connections: readonly string[]
}

const noFavourites: readonly string[] = []
const aDay = 86_400_000

export function useSchema(): UseQueryResult<PlaceModel> {
  const current = usePlace()
  const { renderingId } = current.place.team
  const layout = useLayout()
  const client = useQueryClient()
  const favourites = findFavourites(current.boot, renderingId)
  const select = useCallback(
    ({ body: schema }: TaggedBody<PanelSchema>) => buildPlaceModel(schema, layout, favourites),
    [layout, favourites],
  )
  return useQuery({ ...buildSchemaQuery(client, current), select })
}

/** Reads the schema of a place before anything of it is drawn. */
export async function fetchSchema(
  client: QueryClient,
  current: CurrentPlace,
  layout: Layout | null,
): Promise<PlaceModel> {
  const { body } = await client.ensureQueryData(buildSchemaQuery(client, current))
  return buildPlaceModel(body, layout, findFavourites(current.boot, current.place.team.renderingId))
}

/** What is known of a place, without a request. */
export function readModel(
  client: QueryClient,
  current: CurrentPlace,
  layout: Layout | null,
): PlaceModel | undefined {
  const { renderingId } = current.place.team
  const known = client.getQueryData<TaggedBody<PanelSchema>>(buildSchemaKey(renderingId))
  return known && buildPlaceModel(known.body, layout, findFavourites(current.boot, renderingId))
}

const findFavourites = ({ preferences }: Boot, renderingId: number): readonly string[] =>
  preferences.favourites?.[renderingId] ?? noFavourites

let lastModel: (PlaceModel & { readonly of: readonly unknown[] }) | undefined

/** Every part of the page that uses the model gets the same one. */
function buildPlaceModel(
  schema: PanelSchema,
  layout: Layout | null,
  favourites: readonly string[],
): PlaceModel {
  const of = [schema, layout, favourites]
  if (lastModel && of.every((part, index) => part === lastModel?.of[index])) return lastModel
  lastModel = {
    of,
    tag: schema.tag,
    collections: applyLayout(schema, layout),
    navigation: buildNavigation(schema, layout, favourites),
    charts: schema.charts,
    canUseAuditTrail: schema.canUseAuditTrail === true,
    connections: schema.nativeQueryConnections,
  }
  return lastModel
}

const buildSchemaKey = (renderingId: number) => ['schema', renderingId]

function buildSchemaQuery(client: QueryClient, { agent, place }: CurrentPlace) {
  const queryKey = buildSchemaKey(place.team.renderingId)
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      readSchema(agent, client.getQueryData<TaggedBody<PanelSchema>>(queryKey), signal),
    // What an earlier visit stored is checked, in the request for the first rows.
    staleTime: aDay,
    gcTime: Number.POSITIVE_INFINITY,
    initialData: () => readCached<TaggedBody<PanelSchema>>(queryKey),
    initialDataUpdatedAt: 0,
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
