import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { formatAddress, panelRoot } from '../../../core/places/address.js'
import { reloadBoot } from '../../../data/apply-news.js'
import { history } from '../../../data/history.js'
import { usePlace } from '../../../data/place-context.js'
import { setTimer } from '../../../data/set-timer.js'
import { useAddress } from '../../../shell/use-address.js'

/** The parts of a place that have new names. */
interface NewNames {
  readonly project?: string
  readonly environment?: string
  readonly team?: string
}

const home = { kind: 'home' } as const

/** Reads again what the person can open after it changed, and keeps the address right. */
export function useReloadedPlace(): (names?: NewNames) => Promise<void> {
  const client = useQueryClient()
  const { names, place } = usePlace()
  const { screen } = useAddress()
  return useCallback(
    async (changed = {}) => {
      const isRenamed = Object.keys(changed).length > 0
      const { project, environment, team } = place
      // Ids lead to the place before and after.
      const ids = { project: project.id, environment: environment.id, team: team.id }
      const texts = Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, String(id)]))
      if (isRenamed) history.replace(formatAddress({ ...texts, screen }))
      await reloadBoot(client)
      if (!isRenamed) return
      // After the page has read the new names, which it does in a task of its own.
      setTimer(() => history.replace(formatAddress({ ...names, ...changed, screen })), 0)
    },
    [client, names, place, screen],
  )
}

/** Leaves a place that is gone for the person, for another one of theirs; of the same project, when it is given. */
export function useLeavePlace(): (project?: string) => Promise<void> {
  const client = useQueryClient()
  return useCallback(
    async project => {
      // What this browser remembers would lead back to it.
      await reloadBoot(client)
      history.push(project === undefined ? panelRoot : formatAddress({ project, screen: home }))
    },
    [client],
  )
}
