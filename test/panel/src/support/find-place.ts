import type { AgentName } from './agents/known-agents.js'
import { askControlOnce } from './control/ask-control.js'
import type { PanelPlace } from './place.js'

/** The place of the shop. */
export const findShopPlace = (): Promise<PanelPlace> => askControlOnce<PanelPlace>('/place')

/** Starts one of the other agents, once for all suites. Undefined when its database is not installed. */
export async function findPlace(name: AgentName): Promise<PanelPlace | undefined> {
  const place = await askControlOnce<PanelPlace | null>('/agents', name)
  if (!place && process.env.REQUIRE_ALL) {
    throw new Error(`REQUIRE_ALL is set and the database of '${name}' is not installed.`)
  }
  return place ?? undefined
}
