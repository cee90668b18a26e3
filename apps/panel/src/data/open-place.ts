import type { Boot } from '@service/protocol'
import { getPlaceNames, type Place } from '../core/places/find-place.js'
import { browserTimezone } from './browser-timezone.js'
import { connectAgent } from './connect-agent.js'
import type { CurrentPlace } from './place-context.js'

/** Everything about a place that the screens in it need. Its connection is opened with the first request. */
export function openPlace(boot: Boot, place: Place): CurrentPlace {
  const timezone = boot.preferences.timezone ?? browserTimezone
  const names = getPlaceNames(boot.projects, place)
  return { boot, place, names, timezone, agent: connectAgent(place, timezone) }
}
