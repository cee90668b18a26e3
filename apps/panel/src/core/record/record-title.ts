import type { CollectionModel, Collections } from '../schema/collection-model.js'
import type { PanelRecord } from './panel-record.js'

/**
 * Returns the text that names a record: its title, else its id.
 *
 * @example
 * getRecordTitle(record, orders) // 'ORD-002000'
 */
export function getRecordTitle(
  record: PanelRecord,
  collection: CollectionModel | undefined,
): string {
  const title = record.values[collection?.titleField ?? '']
  const isText = typeof title === 'string' || typeof title === 'number'
  return isText && String(title).trim() !== '' ? String(title) : record.id
}

/**
 * Returns the value at a path of a record: a column, or a related record.
 *
 * @example
 * getValueAt(record, 'customer:city') // 'Lyon'
 */
export function getValueAt(record: PanelRecord | null | undefined, path: string): unknown {
  const [name = '', ...rest] = path.split(':')
  if (!record) return null
  if (rest.length > 0) return getValueAt(record.related[name], rest.join(':'))
  return record.values[name] ?? record.related[name] ?? null
}

/** A related record as an editor shows it. */
export interface RelatedChoice {
  readonly id: string
  readonly title: string
}

/**
 * Returns the related record of a to-one relation as editors need it; null when there is none.
 *
 * @example
 * readRelatedChoice(order, 'customer', collections) // { id: '2', title: 'Clara Ito' }
 */
export function readRelatedChoice(
  record: PanelRecord,
  relation: string,
  collections: Collections,
): RelatedChoice | null {
  const related = record.related[relation]
  if (!related) return null
  return { id: related.id, title: getRecordTitle(related, collections.get(related.collection)) }
}
