import type { Boot } from '@service/protocol'
import { listUserVariables, type UserVariables } from '../core/list/user-variables.js'
import { getPlaceNames, type Place } from '../core/places/find-place.js'
import { browserTimezone } from './browser-timezone.js'
import { connectAgent } from './connect-agent.js'
import type { CurrentPlace } from './place-context.js'

/** Everything about a place that the screens in it need. Its connection is opened with the first request. */
export function openPlace(boot: Boot, place: Place): CurrentPlace {
  const timezone = boot.preferences.timezone ?? browserTimezone
  const names = getPlaceNames(boot.projects, place)
  const variables = keepVariables(listUserVariables(boot.user, place.team, place.project.tags))
  return { boot, place, names, timezone, variables, agent: connectAgent(place, timezone) }
}

let lastVariables: UserVariables = {}

/** What depends on them is not made anew when something else of the boot document changes. */
function keepVariables(variables: UserVariables): UserVariables {
  if (JSON.stringify(variables) !== JSON.stringify(lastVariables)) lastVariables = variables
  return lastVariables
}
