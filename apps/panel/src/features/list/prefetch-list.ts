import type { Boot } from '@service/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { checkListState } from '../../core/list/check-list-state.js'
import { parseColumns } from '../../core/list/columns.js'
import { parseListState, parseSearch } from '../../core/list/list-state.js'
import { applyView, findWantedView } from '../../core/list/views.js'
import { parseAddress } from '../../core/places/address.js'
import { findPlace } from '../../core/places/find-place.js'
import { openPlace } from '../../data/open-place.js'
import { prefetchCount } from '../../data/use-count.js'
import { prefetchRecords } from '../../data/use-records.js'
import { fetchSchema } from '../../data/use-schema.js'

/**
 * Asks for what the address shows before anything is drawn: the schema and, where it names a list whose state is known
 * without further questions, the first rows. It ends when they are asked for.
 */
export async function prefetchList(client: QueryClient, boot: Boot): Promise<void> {
  const { pathname, search } = window.location
  const { screen, ...names } = parseAddress(pathname)
  const found = findPlace(boot.projects, names, boot.place)
  // The layout of another place is asked for by the page.
  if (found.kind !== 'found' || found.place.team.renderingId !== boot.place?.renderingId) return
  const current = openPlace(boot, found.place)
  const { collections } = await fetchSchema(client, current, boot.layout?.layout ?? null)
  const collection = screen.kind === 'list' ? collections.get(screen.collection) : undefined
  const address = parseListState(parseSearch(search))
  const isKnown =
    findWantedView(address, collection?.defaultView) === undefined &&
    address.peek === undefined &&
    boot.preferences.paging !== 'pages'
  if (!collection?.rights.browse || !isKnown) return
  const kept = boot.preferences.columns?.[boot.place.renderingId]?.[collection.name] ?? ''
  const columns = address.columns ?? (kept === '' ? undefined : parseColumns(kept))
  const state = { ...applyView(undefined, address), columns }
  const { timezone, variables } = current
  const list = checkListState(state, collections, collection, timezone, variables)
  void prefetchRecords(client, current, { collection }, list, collections)
  void prefetchCount(client, current, { collection }, list)
}
