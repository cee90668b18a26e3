import type { ListQuery } from './list-query.js'

/** One page of orders with their customers: the page is cut before the join. */
export function orderPage({ sort, isDeep }: ListQuery): string {
  const page = isDeep
    ? `(select id from orders order by ${sort} desc limit $1 offset $2) k join orders o using (id)`
    : `(select * from orders order by ${sort} desc limit $1 offset $2) o`
  return `select o.id, o.reference, o.status, o.total, o.currency, o.ordered_at,
      c.id as cid, c.last_name, c.first_name
    from ${page} join customers c on c.id = o.customer_id order by o.${sort} desc`
}

export const searchPage = `select id, first_name, last_name, email, status from customers
  where status = 'active' and (first_name ilike $1 or last_name ilike $1 or email ilike $1)
  order by id desc limit 15`

export const eventPage = `select id, kind, occurred_at, payload #>> '{customer,code}' as code,
    payload #>> '{customer,country}' as country
  from events where payload #>> '{customer,code}' = $1 order by id desc limit 15`

/** A timestamp as ISO 8601 text. */
export function iso(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
