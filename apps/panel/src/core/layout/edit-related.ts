import type { Layout } from '@service/protocol'
import { changeCollection, getCollectionLayout, keepUnknown } from './change-layout.js'

type Related = { readonly relation: string; readonly columns?: readonly string[] }

/**
 * Returns the layout with other related lists of a record. Those that the schema does not have are kept at their position.
 *
 * @example
 * setRelated(layout, 'customers', [{ relation: 'orders' }], name => customers.fields.has(name))
 */
export function setRelated(
  layout: Layout,
  collection: string,
  related: readonly Related[],
  isKnown: (relation: string) => boolean,
): Layout {
  const { detail } = getCollectionLayout(layout, collection)
  const all = keepUnknown(detail?.related ?? [], related, ({ relation }) => relation, isKnown)
  return changeCollection(layout, collection, { detail: { ...detail, related: all } })
}

/**
 * Returns the related lists with other columns of one of them; undefined lets the panel choose them.
 *
 * @example
 * setRelatedColumns(customers.related, 'orders', ['reference', 'total'])
 */
export function setRelatedColumns(
  related: readonly Related[],
  relation: string,
  columns: readonly string[] | undefined,
): readonly Related[] {
  return related.map(each =>
    each.relation === relation ? { relation, ...(columns && { columns }) } : each,
  )
}
