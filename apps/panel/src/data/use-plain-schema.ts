import type { PanelSchema } from '@service/protocol'
import { useQueryClient } from '@tanstack/react-query'
import type { TaggedBody } from './agent-api.js'
import { usePlace } from './place-context.js'

/** The schema without a layout; undefined until `useSchema` has read it. */
export function usePlainSchema(): PanelSchema | undefined {
  const { renderingId } = usePlace().place.team
  const client = useQueryClient()
  return client.getQueryData<TaggedBody<PanelSchema>>(['schema', renderingId])?.body
}
