import { isObject } from '@service/base'
import { type Draft, isSameField } from './draft.js'
import { readError } from './read-error.js'

/** A field that somebody else changed while it was edited. */
export interface FieldConflict {
  readonly field: string
  readonly yours: unknown
  readonly theirs: unknown
  readonly before: unknown
}

/** Which of the two values a field keeps. */
export type ConflictChoice = 'yours' | 'theirs'

/** Whether an error of the agent says that the record was changed in the meantime. */
export function isStaleError(status: number, body: unknown): boolean {
  return status === 409 && readError(body).code === 'stale_record'
}

/**
 * Returns the fields to decide about, from the agent's 409. Fields that others set to the same
 * value are no conflict.
 *
 * @example
 * const conflicts = readConflicts(draft, response.body)
 */
export function readConflicts(draft: Draft, body: unknown): readonly FieldConflict[] {
  const current = readCurrent(body)
  return Object.entries(current)
    .filter(([field, theirs]) => isConflict(draft, field, theirs))
    .map(([field, theirs]) => ({
      field,
      yours: draft.changes[field],
      theirs,
      before: draft.base[field] ?? null,
    }))
}

function isConflict({ base, changes }: Draft, field: string, theirs: unknown): boolean {
  return (
    Object.hasOwn(changes, field) &&
    !isSameField(theirs, base[field]) &&
    !isSameField(theirs, changes[field])
  )
}

/**
 * Returns what a dialog preselects: to keep what others wrote.
 *
 * @example
 * const choices = preselect(conflicts)
 */
export function preselect(
  conflicts: readonly FieldConflict[],
): Readonly<Record<string, ConflictChoice>> {
  return Object.fromEntries(conflicts.map(({ field }) => [field, 'theirs']))
}

/**
 * Returns the draft after a decision, made on the current values so that it can be saved.
 *
 * @example
 * const next = resolveConflicts(draft, response.body, { status: 'yours' })
 */
export function resolveConflicts(
  draft: Draft,
  body: unknown,
  choices: Readonly<Record<string, ConflictChoice>>,
): Draft {
  const current = readCurrent(body)
  const conflicting = new Set(readConflicts(draft, body).map(({ field }) => field))
  const isKept = ([field, yours]: readonly [string, unknown]) => {
    if (conflicting.has(field)) return choices[field] === 'yours'
    return !Object.hasOwn(current, field) || !isSameField(yours, current[field])
  }
  return {
    ...draft,
    base: { ...draft.base, ...current },
    changes: Object.fromEntries(Object.entries(draft.changes).filter(isKept)),
  }
}

function readCurrent(body: unknown): Readonly<Record<string, unknown>> {
  const { current } = readError(body).data
  return isObject(current) ? current : {}
}
