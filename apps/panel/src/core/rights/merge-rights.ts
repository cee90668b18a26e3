import { ownValue } from '@service/base'
import { isSameValue } from '../record/is-same-value.js'
import { getCellKey, type RightsCell } from './rights-cells.js'
import { applyRightsChanges, listRightsChanges, type RightsChange } from './rights-difference.js'
import type { RightsDocument } from './rights-document.js'

/** Whether a collection, a field or an action has rights of its own. */
interface RightsListing {
  readonly kind: 'listing'
  readonly collection: string
  readonly field?: string
  readonly action?: string
}

/** A place that two people changed in different ways. */
export interface RightsConflict {
  readonly key: string
  readonly subject: RightsCell | RightsListing
  readonly mine: readonly RightsChange[]
  readonly theirs: readonly RightsChange[]
}

export interface MergedRights {
  /** Theirs with everything of mine that they did not change too. */
  readonly document: RightsDocument
  readonly conflicts: readonly RightsConflict[]
}

/**
 * Makes my changes on what somebody else saved in the meantime. Where both changed the same, theirs
 * stays, and it is a conflict that a person decides.
 *
 * @example
 * mergeRights(base, mine, theirs).conflicts.length // 0
 */
export function mergeRights(
  base: RightsDocument,
  mine: RightsDocument,
  theirs: RightsDocument,
): MergedRights {
  const theirChanges = groupChanges(listRightsChanges(base, theirs))
  const myChanges = groupChanges(listRightsChanges(base, mine))
  const free: RightsChange[] = []
  const conflicts: RightsConflict[] = []
  for (const [key, { subject, changes }] of myChanges) {
    const others = theirChanges.get(key)?.changes ?? []
    if (others.length === 0) free.push(...changes)
    else if (!isSameValue(changes, others)) {
      conflicts.push({ key, subject, mine: changes, theirs: others })
    }
  }
  return { document: applyRightsChanges(theirs, free), conflicts }

  /** Cells belong together where what they are about begins or ceases to have rights of its own. */
  function groupChanges(changes: readonly RightsChange[]) {
    const groups = new Map<
      string,
      { subject: RightsConflict['subject']; changes: RightsChange[] }
    >()
    for (const change of changes) {
      const subject = listContainers(change.cell).find(isListedAnew) ?? change.cell
      const key = subject.kind === 'listing' ? formatListing(subject) : getCellKey(subject)
      const group = groups.get(key) ?? { subject, changes: [] }
      group.changes.push(change)
      groups.set(key, group)
    }
    return groups
  }

  function isListedAnew(listing: RightsListing): boolean {
    const states = [base, mine, theirs].map(document => isListed(document, listing))
    return states.includes(true) && states.includes(false)
  }
}

/** What has a cell, the widest first. */
function listContainers(cell: RightsCell): readonly RightsListing[] {
  if (cell.kind === 'default') return []
  const collection = { kind: 'listing', collection: cell.collection } as const
  if (cell.kind === 'field') return [collection, { ...collection, field: cell.field }]
  return cell.kind === 'action'
    ? [collection, { ...collection, action: cell.action }]
    : [collection]
}

function isListed({ collections }: RightsDocument, listing: RightsListing): boolean {
  const { collection, field, action } = listing
  const own = ownValue(collections, collection)
  if (field !== undefined) return ownValue(own?.fields ?? {}, field) !== undefined
  if (action !== undefined) return ownValue(own?.actions ?? {}, action) !== undefined
  return own !== undefined
}

const formatListing = ({ collection, field, action }: RightsListing): string =>
  JSON.stringify(['listing', collection, field ?? null, action ?? null])

/**
 * Decides conflicts for mine.
 *
 * @example
 * keepMine(merged, new Set(merged.conflicts.map(({ key }) => key)))
 */
export function keepMine(
  { document, conflicts }: MergedRights,
  kept: ReadonlySet<string>,
): RightsDocument {
  return conflicts
    .filter(({ key }) => kept.has(key))
    .reduce((current, { mine, theirs }) => {
      // What they added beside goes, so that the place is as in mine.
      const undone = theirs.map(change => ({ ...change, after: change.before }))
      return applyRightsChanges(applyRightsChanges(current, undone), mine)
    }, document)
}
