import type { QueryClient } from '@tanstack/react-query'
import { readCached } from '../../data/local-cache.js'
import { bootKey, fetchFirstBoot } from '../../data/use-boot.js'
import { prefetchList } from './prefetch-list.js'

/** In milliseconds: a shell without rows is better than nothing when the agent is slow. */
const longestWait = 100

/**
 * Asks for the first rows. The function that it returns ends when the panel is to be drawn: at once when an earlier
 * visit knows the shell; otherwise with the rows, since to draw the list twice takes longer than they do.
 */
export function askForFirstRows(client: QueryClient): () => Promise<void> {
  const boot = fetchFirstBoot(client)
  // Whoever shows the boot document or the schema shows what went wrong with it, too.
  const rows = boot.then(known => prefetchList(client, known)).catch(() => {})
  const isShellKnown = readCached(bootKey) !== undefined
  return async () => {
    if (!isShellKnown) await Promise.race([rows, waitLongest()])
  }
}

const waitLongest = () => new Promise<void>(resolve => setTimeout(resolve, longestWait))
