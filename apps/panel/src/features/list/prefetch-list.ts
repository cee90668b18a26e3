import type { Boot } from '@service/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { checkListState } from '../../core/list/check-list-state.js'
import { parseColumns } from '../../core/list/columns.js'
import { parseListState, parseSearch } from '../../core/list/list-state.js'
import { applyView, findWantedView } from '../../core/list/views.js'
import { parseAddress, type Screen } from '../../core/places/address.js'
import { findPlace } from '../../core/places/find-place.js'
import type { Collections } from '../../core/schema/collection-model.js'
import { history } from '../../data/history.js'
import { isLayoutEdited } from '../../data/layout-editing.js'
import { openPlace } from '../../data/open-place.js'
import type { CurrentPlace } from '../../data/place-context.js'
import { bootKey } from '../../data/use-boot.js'
import { prefetchCount } from '../../data/use-count.js'
import { prefetchRecords } from '../../data/use-records.js'
import { fetchSchema, readModel } from '../../data/use-schema.js'
import { findPath } from '../../shell/find-path.js'

/** Where the person is, or goes to. */
interface Location {
  readonly pathname: string
  readonly search: string
}

/**
 * Asks for what the address shows before anything is drawn: the schema and, where it names a list whose state is known
 * without further questions, the first rows. It ends when they are there.
 */
export async function prefetchList(client: QueryClient, boot: Boot): Promise<void> {
  const target = findTarget(boot, window.location)
  if (!target) return
  const { collections } = await fetchSchema(client, target.current, boot.layout?.layout ?? null)
  await prefetchRows(client, target, collections)
}

/**
 * Asks for the rows of each list before it is drawn, when its link is pressed or it is opened otherwise: the agent works
 * meanwhile.
 */
export function prefetchOpenedLists(client: QueryClient): void {
  let shown = history.location.pathname
  history.subscribe(({ location }) => {
    const before = shown
    shown = location.pathname
    // A list that is already there asks for what else it shows.
    if (shown !== before) prefetchOpenedList(client, location)
  })
  // A person holds a button for about a tenth of a second before it is a click.
  document.addEventListener('mousedown', event => {
    const path = findPath(event)
    if (path === undefined) return
    const location = new URL(path, document.baseURI)
    if (location.pathname !== shown) prefetchOpenedList(client, location)
  })
}

function prefetchOpenedList(client: QueryClient, location: Location): void {
  const boot = client.getQueryData<Boot>(bootKey)
  // Whoever edits a layout sees other columns.
  if (!boot || isLayoutEdited()) return
  const target = findTarget(boot, location)
  if (target?.screen.kind !== 'list') return
  const model = readModel(client, target.current, boot.layout?.layout ?? null)
  if (model) void prefetchRows(client, target, model.collections)
}

/** What an address shows, in which place. */
interface Target {
  readonly current: CurrentPlace
  readonly screen: Screen
  readonly search: string
}

/** Undefined for a place whose layout did not come with the boot document: the page asks for that. */
function findTarget(boot: Boot, { pathname, search }: Location): Target | undefined {
  const { screen, ...names } = parseAddress(pathname)
  const found = findPlace(boot.projects, names, boot.place)
  if (found.kind !== 'found' || found.place.team.renderingId !== boot.place?.renderingId) {
    return undefined
  }
  return { current: openPlace(boot, found.place), screen, search }
}

async function prefetchRows(
  client: QueryClient,
  { current, screen, search }: Target,
  collections: Collections,
): Promise<void> {
  const { boot, place, timezone, variables } = current
  const { preferences } = boot
  const collection = screen.kind === 'list' ? collections.get(screen.collection) : undefined
  const address = parseListState(parseSearch(search))
  const isKnown =
    findWantedView(address, collection?.defaultView) === undefined &&
    address.peek === undefined &&
    preferences.paging !== 'pages'
  if (!collection?.rights.browse || !isKnown) return
  const kept = preferences.columns?.[place.team.renderingId]?.[collection.name] ?? ''
  const columns = address.columns ?? (kept === '' ? undefined : parseColumns(kept))
  const state = { ...applyView(undefined, address), columns }
  const list = checkListState(state, collections, collection, timezone, variables)
  const rows = prefetchRecords(client, current, { collection }, list, collections)
  void prefetchCount(client, current, { collection }, list)
  await rows
}
