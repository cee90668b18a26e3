import { type Cells, query } from './database.js'
import { version } from './json-api.js'

interface Reference {
  readonly data: { readonly id: string }
}

export interface ReviewBody {
  readonly data: {
    readonly attributes: Cells
    readonly relationships?: { readonly product: Reference; readonly customer: Reference }
  }
}

export async function createReview({ data }: ReviewBody): Promise<string> {
  const { rating, title, body } = data.attributes
  const product = Number(data.relationships?.product.data.id)
  const customer = Number(data.relationships?.customer.data.id)
  const [row] = await query(
    'create',
    `insert into reviews (product_id, customer_id, rating, title, body)
     values ($1, $2, $3, $4, $5) returning *`,
    [product, customer, rating, title, body],
  )
  const resource = { type: 'reviews', id: String(row?.id), attributes: row, relationships: {} }
  return JSON.stringify({ jsonapi: version, data: resource })
}

export async function updateReview(id: number, body: ReviewBody): Promise<string | undefined> {
  const [row] = await query(
    'update',
    `with u as (update reviews set title = $2 where id = $1 returning *)
     select u.*, row_to_json(p) as product, row_to_json(c) as customer from u
     left join products p on p.id = u.product_id left join customers c on c.id = u.customer_id`,
    [id, body.data.attributes.title],
  )
  if (!row) return undefined
  const { product, customer, ...attributes } = row
  const included = [
    { type: 'products', id: String(row.product_id), attributes: product },
    { type: 'customers', id: String(row.customer_id), attributes: customer },
  ]
  const relationships = {
    product: { data: { type: 'products', id: String(row.product_id) } },
    customer: { data: { type: 'customers', id: String(row.customer_id) } },
  }
  const resource = { type: 'reviews', id: String(row.id), attributes, relationships }
  return JSON.stringify({ jsonapi: version, data: resource, included })
}
