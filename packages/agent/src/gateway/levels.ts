import type { ServiceUser } from '@service/service-client'

const unrestrictedLevels = new Set(['admin', 'developer', 'editor'])

/** Whether a user may run charts and queries that their team does not have. */
export function isUnrestricted({ permissionLevel }: ServiceUser): boolean {
  return unrestrictedLevels.has(permissionLevel)
}
