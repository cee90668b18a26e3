import type { Boot, Layout } from '@service/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLayoutEditing } from './layout-editing.js'
import { readCached } from './local-cache.js'
import { usePlace } from './place-context.js'
import { fetchLayout } from './service-api.js'

type TaggedLayout = NonNullable<Boot['layout']>

const aDay = 86_400_000

/**
 * The layout of the place: the boot response has it for the place used last. Null when there is
 * none, or when the service cannot be reached: then everything is guessed from the schema. Who edits
 * the layout sees the draft.
 */
export function useLayout(): Layout | null {
  const { boot, place } = usePlace()
  const editing = useLayoutEditing()
  const client = useQueryClient()
  const { project, environment, team } = place
  const isInBoot = boot.place?.renderingId === team.renderingId
  const queryKey = ['layout', team.renderingId]
  const { data } = useQuery({
    queryKey,
    enabled: !isInBoot,
    // Once per page: only what an earlier visit stored is older than this.
    staleTime: aDay,
    initialData: () => readCached<TaggedLayout>(queryKey),
    initialDataUpdatedAt: 0,
    queryFn: ({ signal }) =>
      fetchLayout(
        { projectId: project.id, environmentId: environment.id, teamId: team.id },
        client.getQueryData<TaggedLayout>(queryKey),
        signal,
      ),
  })
  if (editing?.draft) return editing.draft.layout
  return (isInBoot ? boot.layout?.layout : data?.layout) ?? null
}
