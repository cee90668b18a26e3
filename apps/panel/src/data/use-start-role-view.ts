import { useCallback } from 'react'
import { formatAddress } from '../core/places/address.js'
import { readPersonId } from './person.js'
import { usePlace } from './place-context.js'
import { openRoleView } from './role-view-rules.js'

interface ViewedRole {
  readonly roleId: number
  readonly roleName: string
}

/** What the service allows. */
const longest = 900_000

/** A function that opens the place as somebody with a role sees it, for 15 minutes. */
export function useStartRoleView(): (role: ViewedRole) => void {
  const { place, names } = usePlace()
  const projectId = place.project.id
  return useCallback(
    role => {
      const view = {
        ...role,
        projectId,
        personId: readPersonId(),
        endsAt: Date.now() + longest,
      }
      openRoleView(view, formatAddress({ ...names, screen: { kind: 'home' } }))
    },
    [projectId, names],
  )
}
