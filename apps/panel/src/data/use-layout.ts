import type { Layout } from '@service/protocol'
import { useQuery } from '@tanstack/react-query'
import { usePlace } from './place-context.js'
import { fetchLayout } from './service-api.js'

/**
 * The layout of the place: the boot response has it for the place used last. Null when there is
 * none, or when the service cannot be reached: then everything is guessed from the schema.
 */
export function useLayout(): Layout | null {
  const { boot, place } = usePlace()
  const { project, environment, team } = place
  const isInBoot = boot.place?.renderingId === team.renderingId
  const { data } = useQuery({
    queryKey: ['layout', team.renderingId],
    enabled: !isInBoot,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      fetchLayout(
        { projectId: project.id, environmentId: environment.id, teamId: team.id },
        signal,
      ),
  })
  return (isInBoot ? boot.layout?.layout : data?.layout) ?? null
}
