import type { AuditEntry, AuditValues } from './audit-trail.js'

/**
 * Rebuilds a record as it was before these entries, newest first. Returns undefined when it did not
 * exist. A pending change may not have happened, so that its values before the change are used.
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
