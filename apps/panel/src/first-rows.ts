import type { QueryClient } from '@tanstack/react-query'
import { signedInPath } from './data/first-requests.js'
import { keepCached } from './data/local-cache.js'
import { createQueryClient } from './data/query-client.js'
import { askForFirstRows } from './features/list/ask-for-first-rows.js'

/** What the page has read. */
export const client: QueryClient = createQueryClient()

/** Ends when the panel is to be drawn. The rows are asked for while the script that draws them is still being loaded. */
export const waitForRows: () => Promise<void> = begin()

function begin(): () => Promise<void> {
  // That page shows no records.
  if (window.location.pathname === signedInPath) return async () => {}
  keepCached(client)
  return askForFirstRows(client)
}
