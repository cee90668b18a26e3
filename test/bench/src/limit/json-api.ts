export const version = { version: '1.0' }

/** A to-many relation as JSON:API shows it: a link. */
export function related(collection: string, id: unknown, relation: string): object {
  return { links: { related: { href: `/forest/${collection}/${id}/relationships/${relation}` } } }
}

export function customerRelations(id: unknown): object {
  return {
    orders: related('customers', id, 'orders'),
    tags: related('customers', id, 'tags'),
    reviews: related('customers', id, 'reviews'),
  }
}

/** The same link, built by PostgreSQL. */
export function sqlRelated(collection: string, id: string, relation: string): string {
  const href = `'/forest/${collection}/' || ${id} || '/relationships/${relation}'`
  return `json_build_object('links', json_build_object('related', json_build_object('href', ${href})))`
}

export function sqlCustomerRelations(id: string): string {
  const links = ['orders', 'tags', 'reviews'].map(
    relation => `'${relation}', ${sqlRelated('customers', id, relation)}`,
  )
  return `json_build_object(${links.join(', ')})`
}
