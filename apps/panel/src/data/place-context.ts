import type { Boot } from '@service/protocol'
import { createContext, useContext } from 'react'
import type { UserVariables } from '../core/list/user-variables.js'
import type { PlaceNames } from '../core/places/address.js'
import type { Place } from '../core/places/find-place.js'
import type { AgentApi } from './agent-api.js'

/** Where the person works: everything below the shell reads it from here. */
export interface CurrentPlace {
  readonly boot: Boot
  readonly place: Place
  /** How addresses name the place. */
  readonly names: Required<PlaceNames>
  readonly agent: AgentApi
  readonly timezone: string
  /** What stands for the person in filters. The same object until it changes. */
  readonly variables: UserVariables
}

export const PlaceContext = createContext<CurrentPlace | undefined>(undefined)

export function usePlace(): CurrentPlace {
  const place = useContext(PlaceContext)
  if (!place) throw new Error('usePlace is called outside of a place.')
  return place
}
