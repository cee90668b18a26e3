import type { BulkUpdateMeta, PreviousValues } from '@service/protocol'
import { nameInPath } from '@service/protocol'
import { explainReadOnly } from '../list/explain-read-only.js'
import type { SelectionAttributes } from '../list/selection.js'
import type { Draft } from '../record/draft.js'
import type { RelatedChoice } from '../record/record-title.js'
import type { WriteRequest } from '../record/write-requests.js'
import type { CollectionModel, FieldModel } from '../schema/collection-model.js'

/** What is written to each record, by field: a `RelatedChoice` for a relation, null to clear. */
export type BulkChanges = Readonly<Record<string, unknown>>

/**
 * Lists the fields that can be changed for several records at once, by label.
 *
 * @example
 * listBulkFields(orders).map(({ name }) => name) // ['customer', 'status', 'total']
 */
export function listBulkFields(collection: CollectionModel): readonly FieldModel[] {
  return [...collection.fields.values()]
    .filter(
      field =>
        !field.isHidden && !explainReadOnly({ field, collection, relations: [] }, collection),
    )
    .sort((one, other) => one.label.localeCompare(other.label))
}

/**
 * Builds the request that writes the same values to the selected records, or its dry run.
 *
 * @example
 * buildBulkUpdate(orders, selected, { status: 'paid' }, { dryRun: true })
 */
export function buildBulkUpdate(
  collection: CollectionModel,
  selected: SelectionAttributes,
  changes: BulkChanges,
  meta: BulkUpdateMeta,
): Omit<WriteRequest, 'effect'> {
  const values = Object.entries(changes).map(([name, value]) => {
    const field = collection.fields.get(name)
    if (field?.kind !== 'to-one' || value === null) return [name, value]
    return [name, { type: field.target, id: (value as RelatedChoice).id }]
  })
  const attributes = { ...selected, values: Object.fromEntries(values) }
  return {
    method: 'PUT',
    path: `/${nameInPath(collection.name)}`,
    body: { data: { attributes, meta } },
  }
}

/**
 * Returns one draft per record that takes a bulk update back. Each expects the values that were
 * written: what somebody else changed since is not overwritten.
 *
 * @example
 * const requests = buildRestores('orders', changes, previous).flatMap(draft => buildSave(draft, orders))
 */
export function buildRestores(
  collection: string,
  changes: BulkChanges,
  previous: readonly PreviousValues[],
): readonly Draft[] {
  return previous.map(({ id, values }) => ({ collection, id, base: changes, changes: values }))
}
