import type { AuditEntry, AuditValues } from './audit-trail.js'

/**
 * A record as it was before these entries, the newest of which comes first. Undefined: it was not
 * there. A change that is pending may not have happened: what it began with is then how it was.
 */
export function rebuildState(
  current: AuditValues | undefined,
  entries: readonly Pick<AuditEntry, 'operation' | 'previousValues'>[],
): AuditValues | undefined {
  let state = current && { ...current }
  for (const { operation, previousValues } of entries) {
    if (operation === 'create') state = undefined
    else if (operation === 'delete') state = { ...previousValues }
    else if (state) Object.assign(state, previousValues)
  }
  return state
}
