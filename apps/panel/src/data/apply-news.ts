import type { Boot } from '@service/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { type News, type NewsPlace, planNews } from '../core/live/news.js'
import { fetchBoot, fetchLayout } from './service-api.js'
import { announceSessionEnd } from './session-state.js'
import { setTimer } from './set-timer.js'
import { isSigningOut } from './signing-out.js'
import { bootKey } from './use-boot.js'

/** Reads again what an event of the service is about, where it is shown. Nothing here reads records. */
export function applyNews(client: QueryClient, news: News, place: NewsPlace): void {
  const { refetched, outdated, layoutOf, isRightsChange, isSessionEnd } = planNews(news, place)
  for (const queryKey of refetched) void client.invalidateQueries({ queryKey })
  for (const queryKey of outdated) void client.invalidateQueries({ queryKey, refetchType: 'none' })
  if (layoutOf !== undefined) void reloadLayout(client, layoutOf).catch(() => {})
  if (isRightsChange) reloadRights(client)
  // Whoever signs out in this tab leaves the page.
  if (isSessionEnd && !isSigningOut()) announceSessionEnd()
}

/** The boot document has the layout of the place it was asked for. */
async function reloadLayout(client: QueryClient, renderingId: number): Promise<void> {
  const boot = client.getQueryData<Boot>(bootKey)
  const { place, layout } = boot ?? {}
  if (place?.renderingId !== renderingId) {
    return client.invalidateQueries({ queryKey: ['layout', renderingId] })
  }
  const changed = await fetchLayout(place, layout ?? undefined, new AbortController().signal)
  client.setQueryData<Boot>(bootKey, now =>
    now?.place?.renderingId === renderingId ? { ...now, layout: changed } : now,
  )
}

/** In milliseconds: agents learn of changes at the same time, some of them late. */
const reloadDelays = [300, 3_000, 12_000]
/** Not all browsers ask at once. */
const spread = 1_500
const plannedReloads = new Set<number>()

function reloadRights(client: QueryClient): void {
  for (const delay of reloadDelays) {
    if (plannedReloads.has(delay)) continue
    plannedReloads.add(delay)
    setTimer(
      () => {
        plannedReloads.delete(delay)
        if (delay === reloadDelays[0]) void reloadBoot(client).catch(() => {})
        void client.refetchQueries({ queryKey: ['schema'], type: 'active' })
      },
      delay + Math.random() * spread,
    )
  }
}

/** Reads again what the person can open, and as what. */
export async function reloadBoot(client: QueryClient): Promise<void> {
  const boot = await fetchBoot()
  client.setQueryData<Boot>(bootKey, known =>
    // A setting that is being stored is newer than what was read.
    known && client.isMutating() > 0 ? { ...boot, preferences: known.preferences } : boot,
  )
}
