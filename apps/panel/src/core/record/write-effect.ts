import { mapRows, type Pages } from '../list/pages.js'
import type { CollectionModel } from '../schema/collection-model.js'
import type { PanelRecord } from './panel-record.js'
import type { RelatedChoice } from './record-title.js'

/** What a write makes different. */
export type WriteEffect =
  | {
      readonly kind: 'update'
      readonly collection: string
      readonly id: string
      readonly values: Readonly<Record<string, unknown>>
      /** The to-one relations that lead elsewhere now. */
      readonly related: Readonly<Record<string, RelatedChoice | null>>
    }
  | { readonly kind: 'create'; readonly collection: string }
  /** Without ids, which records are gone is not known. */
  | { readonly kind: 'delete'; readonly collection: string; readonly ids?: readonly string[] }
  /** Records of the collection were added to or removed from a to-many relation. */
  | { readonly kind: 'relate'; readonly collection: string }

/** Values of a record that are newer than those that are loaded. */
export interface RecordPatch {
  readonly collection: string
  readonly id: string
  readonly values: PanelRecord['values']
  readonly related: PanelRecord['related']
}

/**
 * Returns what an update makes of records that are loaded, with stand-ins for related records of
 * which only the title is known.
 *
 * @example
 * const patch = toPatch(request.effect, orders, collections)
 */
export function toPatch(
  { collection, id, values, related }: Extract<WriteEffect, { kind: 'update' }>,
  model: CollectionModel | undefined,
  collections: ReadonlyMap<string, CollectionModel>,
): RecordPatch {
  const records = Object.entries(related).map(([name, choice]) => {
    const target = model?.fields.get(name)?.target ?? ''
    const titleField = collections.get(target)?.titleField
    return [name, choice && buildStandIn(target, choice, titleField)] as const
  })
  return { collection, id, values, related: Object.fromEntries(records) }
}

function buildStandIn(
  collection: string,
  { id, title }: RelatedChoice,
  titleField: string | undefined,
): PanelRecord {
  return {
    id,
    collection,
    values: titleField === undefined ? {} : { [titleField]: title },
    related: {},
  }
}

/**
 * Applies newer values to a record and to the records it leads to; the same object comes back when
 * they do not concern it.
 *
 * @example
 * patchRecord(order, { collection: 'orders', id: '12', values: { status: 'paid' }, related: {} })
 */
export function patchRecord(record: PanelRecord, patch: RecordPatch): PanelRecord {
  const related = patchRelated(record.related, patch)
  if (record.collection !== patch.collection || record.id !== patch.id) {
    return related === record.related ? record : { ...record, related }
  }
  return {
    ...record,
    values: { ...record.values, ...patch.values },
    related: { ...related, ...keepKnown(related, patch.related) },
  }
}

function patchRelated(related: PanelRecord['related'], patch: RecordPatch): PanelRecord['related'] {
  const entries = Object.entries(related).map(
    ([name, each]) => [name, each && patchRecord(each, patch)] as const,
  )
  return entries.some(([name, each]) => each !== related[name])
    ? Object.fromEntries(entries)
    : related
}

/** A related record that is still the same one keeps what is known of it. */
function keepKnown(
  known: PanelRecord['related'],
  next: PanelRecord['related'],
): PanelRecord['related'] {
  const entries = Object.entries(next).map(([name, each]) => {
    const before = known[name]
    if (!each || before?.id !== each.id) return [name, each] as const
    return [name, { ...before, values: { ...before.values, ...each.values } }] as const
  })
  return Object.fromEntries(entries)
}

/**
 * Applies newer values to the rows of a list.
 *
 * @example
 * const next = patchPages(pages, patch)
 */
export function patchPages(pages: Pages<PanelRecord>, patch: RecordPatch): Pages<PanelRecord> {
  const isConcerned = pages.blocks.some(({ rows = [] }) =>
    rows.some(row => patchRecord(row, patch) !== row),
  )
  return isConcerned ? mapRows(pages, row => patchRecord(row, patch)) : pages
}
