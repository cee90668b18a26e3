import type { DownloadLink } from '@service/protocol'
import { useCallback } from 'react'
import type { ReadRequest } from '../core/list/list-request.js'
import { explainMissing } from './api-error.js'
import { usePlace } from './place-context.js'

/** Proxies refuse longer addresses. */
const longestQuery = 7_000

/** An export names so many records that it does not fit into an address. */
export class TooManyRecordsError extends Error {
  override readonly name = 'TooManyRecordsError'
}

/** Asks for the address under which the browser saves an export by itself, for a minute. */
export function useExport(): (request: ReadRequest) => Promise<string> {
  const { agent, place, timezone } = usePlace()
  const { agentUrl } = place.environment
  return useCallback(
    async ({ path, query }) => {
      const parameters = { ...query, timezone }
      if (new URLSearchParams(parameters).toString().length > longestQuery) {
        throw new TooManyRecordsError()
      }
      const link = await agent
        .write<DownloadLink>({
          method: 'POST',
          path: '/_internal/download-links',
          body: { path, query: parameters },
        })
        .catch((error: unknown) => {
          throw explainMissing(error)
        })
      return new URL(link.url, agentUrl ?? undefined).href
    },
    [agent, agentUrl, timezone],
  )
}
