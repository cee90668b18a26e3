import type { CollectionModel, Collections, FieldModel } from '../schema/collection-model.js'
import { isSameValue } from './is-same-value.js'
import type { PanelRecord } from './panel-record.js'
import { readRelatedChoice } from './record-title.js'

type Values = Readonly<Record<string, unknown>>

/** A record that is being edited or created. The value of a to-one relation is a `RelatedChoice`. */
export interface Draft {
  readonly collection: string
  /** Absent for a record that does not exist yet. */
  readonly id?: string
  /** The values that the edit was made on. */
  readonly base: Values
  readonly changes: Values
}

/**
 * Starts to edit a record.
 *
 * @example
 * const draft = setField(startEdit(record, orders, collections), 'status', 'shipped')
 */
export function startEdit(
  record: PanelRecord,
  collection: CollectionModel,
  collections: Collections,
): Draft {
  const base = readValues(record, collection, collections)
  return { collection: collection.name, id: record.id, base, changes: {} }
}

/**
 * Starts to create a record, with the defaults of its fields.
 *
 * @example
 * const draft = startCreate(orders)
 */
export function startCreate(collection: CollectionModel, values: Values = {}): Draft {
  const defaults = writableFields(collection)
    .filter(({ kind, defaultValue }) => kind === 'column' && isConstant(defaultValue))
    .map(({ name, defaultValue }) => [name, defaultValue])
  return {
    collection: collection.name,
    base: {},
    changes: { ...Object.fromEntries(defaults), ...values },
  }
}

/**
 * Starts to create a copy of a record. The key and what cannot be written are left out.
 *
 * @example
 * const draft = startDuplicate(record, orders, collections)
 */
export function startDuplicate(
  record: PanelRecord,
  collection: CollectionModel,
  collections: Collections,
): Draft {
  const values = readValues(record, collection, collections)
  const copied = writableFields(collection)
    .filter(({ name, isPrimaryKey }) => !isPrimaryKey && (values[name] ?? null) !== null)
    .map(({ name }) => [name, values[name]])
  return startCreate(collection, Object.fromEntries(copied))
}

const isConstant = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

function writableFields(collection: CollectionModel): FieldModel[] {
  return [...collection.fields.values()].filter(
    field => field.isWritable && field.kind !== 'to-many',
  )
}

function readValues(
  record: PanelRecord,
  collection: CollectionModel,
  collections: Collections,
): Values {
  const relations = [...collection.fields.values()]
    .filter(({ kind, name }) => kind === 'to-one' && record.related[name] !== undefined)
    .map(({ name }) => [name, readRelatedChoice(record, name, collections)])
  return { ...record.values, ...Object.fromEntries(relations) }
}

/**
 * Returns the value of a field as the draft has it.
 *
 * @example
 * getField(draft, 'status') // 'shipped'
 */
export function getField({ base, changes }: Draft, name: string): unknown {
  return Object.hasOwn(changes, name) ? changes[name] : (base[name] ?? null)
}

/**
 * Sets a field. Setting the value it had before takes the change back.
 *
 * @example
 * setField(draft, 'status', 'shipped')
 */
export function setField(draft: Draft, name: string, value: unknown): Draft {
  const { [name]: _previous, ...others } = draft.changes
  const isBack = draft.id !== undefined && isSameField(value, draft.base[name])
  return { ...draft, changes: isBack ? others : { ...others, [name]: value } }
}

/** Related records are the same when their ids are. */
export function isSameField(a: unknown, b: unknown): boolean {
  return isSameValue(readId(a), readId(b))
}

function readId(value: unknown): unknown {
  return isRelatedChoice(value) ? value.id : value
}

function isRelatedChoice(value: unknown): value is { id: string; title: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).length === 2 &&
    typeof (value as { id?: unknown }).id === 'string' &&
    typeof (value as { title?: unknown }).title === 'string'
  )
}

/**
 * Lists what a draft changes, for the bar that shows it.
 *
 * @example
 * listChanges(draft) // [{ field: 'status', before: 'paid', after: 'shipped' }]
 */
export function listChanges({ base, changes }: Draft): readonly {
  readonly field: string
  readonly before: unknown
  readonly after: unknown
}[] {
  return Object.entries(changes).map(([field, after]) => ({
    field,
    before: base[field] ?? null,
    after,
  }))
}

/**
 * Returns whether leaving would lose something.
 *
 * @example
 * if (isDirty(draft)) askBeforeLeaving()
 */
export function isDirty({ changes }: Draft): boolean {
  return Object.keys(changes).length > 0
}

/**
 * Updates a draft when the record was read again. Fields that the person changed keep the value
 * they were changed from, so that a conflict is noticed when it is saved.
 *
 * @example
 * const next = refreshDraft(draft, startEdit(fresh, orders, collections))
 */
export function refreshDraft(draft: Draft, fresh: Draft): Draft {
  const kept = Object.keys(draft.changes)
    .filter(name => Object.hasOwn(draft.base, name))
    .map(name => [name, draft.base[name]])
  return { ...draft, base: { ...fresh.base, ...Object.fromEntries(kept) } }
}

/**
 * Returns the draft that takes a saved one back, for undo.
 *
 * @example
 * undo.push({ label: 'Edit', redo: () => save(draft), undo: () => save(invertDraft(draft)) })
 */
export function invertDraft(draft: Draft): Draft {
  const before = Object.keys(draft.changes).map(name => [name, draft.base[name] ?? null])
  return {
    ...draft,
    base: { ...draft.base, ...draft.changes },
    changes: Object.fromEntries(before),
  }
}

/**
 * Returns the draft after some of its fields were saved, with the values that they have now.
 *
 * @example
 * const left = settleFields(draft, ['status'], { status: 'shipped' })
 */
export function settleFields(draft: Draft, names: readonly string[], values: Values): Draft {
  const isLeft = ([name]: readonly [string, unknown]) => !names.includes(name)
  const settled = names.map(name => [
    name,
    Object.hasOwn(values, name) ? values[name] : draft.changes[name],
  ])
  return {
    ...draft,
    base: { ...draft.base, ...Object.fromEntries(settled) },
    changes: Object.fromEntries(Object.entries(draft.changes).filter(isLeft)),
  }
}
