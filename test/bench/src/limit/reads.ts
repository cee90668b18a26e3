import { query } from './database.js'
import { related, version } from './json-api.js'
import type { ListQuery } from './list-query.js'

export async function countRows(table: string, status: string | undefined): Promise<string> {
  const from = table === 'customers' ? 'customers' : 'orders'
  const [row] =
    status === undefined
      ? await query(`count-${from}`, `select count(*)::int as n from ${from}`)
      : await query(
          `count-${from}-status`,
          `select count(*)::int as n from ${from} where status = $1`,
          [status],
        )
  return `{"count":${row?.n}}`
}

export async function readOrders(customer: number, { size, skip }: ListQuery): Promise<string> {
  const rows = await query(
    'orders-of',
    `select id, reference, total from orders where customer_id = $1
     order by id desc limit $2 offset $3`,
    [customer, size, skip],
  )
  const data = rows.map(row => ({
    type: 'orders',
    id: String(row.id),
    attributes: row,
    relationships: { order_items: related('orders', row.id, 'order_items') },
  }))
  return JSON.stringify({ jsonapi: version, data })
}

/** A list of the database with 300 tables, for start-up times. */
export async function firstRows(): Promise<string> {
  const rows = await query('first', 'select id, name from t1 order by id limit 15')
  const data = rows.map(row => ({ type: 't1', id: String(row.id), attributes: row }))
  return JSON.stringify({ jsonapi: version, data })
}
