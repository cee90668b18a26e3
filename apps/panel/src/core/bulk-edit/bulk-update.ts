import { stringifyExactJson } from '@service/base'
import type { BulkUpdateMeta, PreviousValues } from '@service/protocol'
import { nameInPath } from '@service/protocol'
import { explainReadOnly } from '../list/explain-read-only.js'
import type { FilterTree } from '../list/filter-tree.js'
import type { SelectionAttributes } from '../list/selection.js'
import { buildSelectionFilter } from '../list/selection-filter.js'
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

/** Records that get the same values back. */
export interface RestoreGroup {
  readonly ids: readonly string[]
  readonly values: BulkChanges
}

/**
 * Groups records by the values they had: each group is restored by one request.
 *
 * @example
 * groupRestores(previous) // [{ ids: ['1', '3'], values: { status: 'paid' } }]
 */
export function groupRestores(
  previous: readonly PreviousValues[],
  size: number,
): readonly RestoreGroup[] {
  const groups = new Map<string, { ids: string[]; values: BulkChanges }[]>()
  for (const { id, values } of previous) {
    const key = stringifyExactJson(values) ?? ''
    const known = groups.get(key) ?? []
    const last = known.at(-1)
    if (last && last.ids.length < size) last.ids.push(id)
    else groups.set(key, [...known, { ids: [id], values }])
  }
  return [...groups.values()].flat()
}

/**
 * Returns a filter that matches records only while they have the values that were written to them;
 * undefined when a field cannot be compared.
 *
 * @example
 * buildExpectedFilter(orders, ['1'], { status: 'paid' })
 */
export function buildExpectedFilter(
  collection: CollectionModel,
  ids: readonly string[],
  written: BulkChanges,
): FilterTree | undefined {
  const selected = buildSelectionFilter(collection, { kind: 'some', ids: new Set(ids) })
  const conditions: FilterTree[] = []
  for (const [name, value] of Object.entries(written)) {
    const field = collection.fields.get(name)
    const isComparable = typeof value !== 'object' || value === null
    if (field?.kind !== 'column' || !isComparable) return undefined
    const operator = value === null ? chooseNullOperator(field) : 'Equal'
    if (!field.operators.includes(operator)) return undefined
    conditions.push({ field: name, operator: operator.toLowerCase(), value })
  }
  if (!selected) return undefined
  return { aggregator: 'and', conditions: [selected, ...conditions] }
}

/** `Blank` matches empty texts, too. */
function chooseNullOperator({ operators, columnType }: FieldModel): 'Missing' | 'Blank' {
  return operators.includes('Missing') || columnType === 'String' ? 'Missing' : 'Blank'
}
