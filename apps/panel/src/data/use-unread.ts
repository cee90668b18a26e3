import type { Boot } from '@service/protocol'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePlace } from './place-context.js'
import { request } from './service-api.js'
import { bootKey } from './use-boot.js'

/** How many things wait for the person; undefined until it is known. */
export interface Unread {
  readonly mentions: number | undefined
  readonly approvals: number | undefined
}

/** The boot document of this visit has the numbers; news has them read again. */
export function useUnread(): Unread {
  const { boot, place } = usePlace()
  const { project, environment } = place
  const client = useQueryClient()
  const isFresh = (client.getQueryState<Boot>(bootKey)?.dataUpdatedAt ?? 0) > 0
  const isInBoot = isFresh && boot.place?.environmentId === environment.id
  const common = { staleTime: Number.POSITIVE_INFINITY }
  const mentions = useQuery({
    ...common,
    queryKey: ['mentions', 'unread'],
    queryFn: async ({ signal }) =>
      (await read<{ readonly count: number }>('/api/me/mentions/unseen', signal)).count,
    initialData: isFresh ? boot.unread.mentions : undefined,
  })
  const path = `/api/projects/${project.id}/environments/${environment.id}/approvals/counts`
  const approvals = useQuery({
    ...common,
    queryKey: ['approvals', 'unread', environment.id],
    queryFn: async ({ signal }) =>
      (await read<{ readonly toReview: number }>(path, signal)).toReview,
    initialData: isInBoot ? boot.unread.approvals : undefined,
  })
  return { mentions: mentions.data, approvals: approvals.data }
}

/** A number is not worth a question to sign in. */
const read = <T>(path: string, signal: AbortSignal): Promise<T> =>
  request('GET', path, undefined, signal, { isPatient: false })
