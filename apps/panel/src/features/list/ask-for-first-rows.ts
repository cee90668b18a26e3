import type { QueryClient } from '@tanstack/react-query'
import { readCached } from '../../data/local-cache.js'
import { bootKey, fetchFirstBoot } from '../../data/use-boot.js'
import { prefetchList } from './prefetch-list.js'

/** In milliseconds: a shell without rows is better than nothing when the agent is slow. */
const longestWait = 150

/**
 * Asks for the first rows, and ends when the panel can be drawn: drawing keeps the browser busy, and the agent can work
 * meanwhile. What an earlier visit knows is drawn at once.
 */
export async function askForFirstRows(client: QueryClient): Promise<void> {
  const boot = fetchFirstBoot(client)
  const asked = boot.then(known => prefetchList(client, known))
  // Whoever shows the boot document or the schema shows what went wrong with it, too.
  const isAsked = asked.catch(() => {})
  if (readCached(bootKey) !== undefined) return
  await Promise.race([isAsked, boot.then(waitLongest, () => {})])
}

const waitLongest = () => new Promise<void>(resolve => setTimeout(resolve, longestWait))
