import { rememberTemplate } from './plan/parent-template.js'
import type { ListQuery, RelatedTo } from './query.js'

/**
 * Returns the same query, limited to the records that a parent references through a to-many
 * relation. Lists, counts and writes accept its filter. One plan serves all parents of a query.
 *
 * @example
 * const orders = model.collection('customers').fields.get('orders')
 * if (orders?.kind === 'OneToMany') {
 *   const rows = await list(relatedQuery(query, { relation: orders, parent: { id: 7 } }), call)
 * }
 */
export function relatedQuery<Q extends Pick<ListQuery, 'filter'>>(query: Q, related: RelatedTo): Q {
  const narrowed = { ...query, filter: { ...query.filter, related } }
  rememberTemplate(narrowed, query, related)
  return narrowed
}
