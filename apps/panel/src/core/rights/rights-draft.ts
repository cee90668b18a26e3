import { keepMine, mergeRights, type RightsConflict } from './merge-rights.js'
import { applyRightsChanges, listRightsChanges, type RightsChange } from './rights-difference.js'
import type { RightsDocument } from './rights-document.js'

/** The rights of one role as the service stores them. */
export interface StoredRights {
  readonly role: { readonly id: number; readonly name: string }
  readonly rights: RightsDocument
  readonly tag: string
}

/** A document that somebody edits, and what it was when they began. */
interface RoleDraft {
  readonly base: StoredRights
  readonly rights: RightsDocument
}

/** The unsaved changes of an environment, by role. */
export type RightsDraft = ReadonlyMap<number, RoleDraft>

export const emptyDraft: RightsDraft = new Map()

/**
 * Edits the rights of a role. A role that is again as it was has no draft.
 *
 * @example
 * editRole(draft, support, rights => setDefaultRight(rights, 'read', true))
 */
export function editRole(
  draft: RightsDraft,
  stored: StoredRights,
  edit: (rights: RightsDocument) => RightsDocument,
): RightsDraft {
  const { base, rights } = draft.get(stored.role.id) ?? { base: stored, rights: stored.rights }
  return setRole(draft, base, edit(rights))
}

/** What is saved of one role: the whole document, if nobody changed it in the meantime. */
export interface RightsToSave {
  readonly role: StoredRights['role']
  readonly tag: string
  readonly rights: RightsDocument
  /** What a person reviews. Made on what is stored, it gives `rights`. */
  readonly changes: readonly RightsChange[]
}

/**
 * Lists what saving sends, role by role, with the difference that is shown before.
 *
 * @example
 * listRightsToSave(draft).flatMap(({ changes }) => changes).length
 */
export function listRightsToSave(draft: RightsDraft): readonly RightsToSave[] {
  return [...draft.values()]
    .map(({ base, rights }) => {
      const changes = listRightsChanges(base.rights, rights)
      const { role, tag } = base
      return { role, tag, changes, rights: applyRightsChanges(base.rights, changes) }
    })
    .sort((one, other) => one.role.name.localeCompare(other.role.name))
}

/** A draft on what is stored now, and what a person decides. */
export interface RebasedDraft {
  readonly draft: RightsDraft
  readonly conflicts: readonly (RightsConflict & { readonly role: StoredRights['role'] })[]
}

/**
 * Makes a draft anew on what is stored now. Roles that are gone lose theirs.
 *
 * @example
 * rebaseDraft(draft, stored).conflicts
 */
export function rebaseDraft(draft: RightsDraft, stored: readonly StoredRights[]): RebasedDraft {
  const conflicts: (RightsConflict & { role: StoredRights['role'] })[] = []
  let next = emptyDraft
  for (const current of stored) {
    const own = draft.get(current.role.id)
    if (!own) continue
    const merged = mergeRights(own.base.rights, own.rights, current.rights)
    conflicts.push(...merged.conflicts.map(conflict => ({ ...conflict, role: current.role })))
    next = setRole(next, current, merged.document)
  }
  return { draft: next, conflicts }
}

/**
 * Whether somebody else saved one of the edited roles, or a role is gone.
 *
 * @example
 * isOutdated(draft, stored)
 */
export function isOutdated(draft: RightsDraft, stored: readonly StoredRights[]): boolean {
  const tags = new Map(stored.map(({ role, tag }) => [role.id, tag]))
  return [...draft.values()].some(({ base }) => tags.get(base.role.id) !== base.tag)
}

function setRole(draft: RightsDraft, base: StoredRights, rights: RightsDocument): RightsDraft {
  const next = new Map(draft)
  if (listRightsChanges(base.rights, rights).length === 0) next.delete(base.role.id)
  else next.set(base.role.id, { base, rights })
  return next
}

/**
 * Returns the key of a conflict among those of all roles.
 *
 * @example
 * getConflictKey(conflict)
 */
export const getConflictKey = ({ role, key }: RebasedDraft['conflicts'][number]): string =>
  `${role.id} ${key}`

/**
 * Decides conflicts: mine where they are among `kept`, theirs everywhere else.
 *
 * @example
 * decideConflicts(rebased, stored, new Set(rebased.conflicts.map(getConflictKey)))
 */
export function decideConflicts(
  { draft, conflicts }: RebasedDraft,
  stored: readonly StoredRights[],
  kept: ReadonlySet<string>,
): RightsDraft {
  return conflicts
    .filter(conflict => kept.has(getConflictKey(conflict)))
    .reduce((current, conflict) => {
      const base = stored.find(({ role }) => role.id === conflict.role.id)
      if (!base) return current
      return editRole(current, base, document =>
        keepMine({ document, conflicts: [conflict] }, new Set([conflict.key])),
      )
    }, draft)
}
