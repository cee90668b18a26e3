import { isObject } from '@service/base'
import type { CollectionModel, Collections } from '../schema/collection-model.js'
import { type Draft, isSameField } from './draft.js'
import { readError } from './read-error.js'
import type { RelatedChoice } from './record-title.js'
import { type RecordPatch, toPatch } from './write-effect.js'

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
 * value are no conflict. Of a related record of others, only the id is known: it is the title too.
 *
 * @example
 * const conflicts = readConflicts(draft, response.body, orders)
 */
export function readConflicts(
  draft: Draft,
  body: unknown,
  collection: CollectionModel,
): readonly FieldConflict[] {
  const current = readCurrent(body, collection)
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
 * const next = resolveConflicts(draft, response.body, orders, { status: 'yours' })
 */
export function resolveConflicts(
  draft: Draft,
  body: unknown,
  collection: CollectionModel,
  choices: Readonly<Record<string, ConflictChoice>>,
): Draft {
  const current = readCurrent(body, collection)
  const conflicting = new Set(readConflicts(draft, body, collection).map(({ field }) => field))
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

/**
 * Returns what the agent's 409 says about the record as it is now. Of a related record only the id is
 * known.
 *
 * @example
 * const patch = readCurrentPatch(response.body, orders, '12', collections)
 */
export function readCurrentPatch(
  body: unknown,
  collection: CollectionModel,
  id: string,
  collections: Collections,
): RecordPatch {
  const values: Record<string, unknown> = {}
  const related: Record<string, RelatedChoice | null> = {}
  for (const [name, value] of Object.entries(readCurrent(body, collection))) {
    if (collection.fields.get(name)?.kind === 'to-one')
      related[name] = value as RelatedChoice | null
    else values[name] = value
  }
  const effect = { kind: 'update', collection: collection.name, id, values, related } as const
  return toPatch(effect, collection, collections)
}

function readCurrent(
  body: unknown,
  { fields }: CollectionModel,
): Readonly<Record<string, unknown>> {
  const { current } = readError(body).data
  const entries = Object.entries(isObject(current) ? current : {}).map(([name, value]) => {
    const isRelated = fields.get(name)?.kind === 'to-one' && isObject(value)
    const id = isRelated ? String(value.id) : ''
    return [name, isRelated ? { id, title: id } : value]
  })
  return Object.fromEntries(entries)
}
