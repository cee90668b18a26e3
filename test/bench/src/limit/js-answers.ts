import type { Answers } from './answers.js'
import { type Cells, pool, query } from './database.js'
import { customerRelations, related, version } from './json-api.js'
import type { ListQuery } from './list-query.js'
import { eventPage, orderPage, searchPage } from './sql.js'

/** Rows through the driver, shaped here: the best a library can do that lets JavaScript see rows. */
export const jsAnswers: Answers = {
  async orders(list) {
    const name = `orders-${list.sort}-${list.isDeep}`
    const rows = await query(name, orderPage(list), [list.size, list.skip])
    const data = rows.map(row => orderResource(row, list))
    if (list.isComputed) return JSON.stringify({ jsonapi: version, data })
    return JSON.stringify({ jsonapi: version, data, included: listCustomers(rows) })
  },
  async search(term) {
    return customersBody(await query('search', searchPage, [`%${term}%`]))
  },
  async customer(id) {
    const [row] = await query('customer', CUSTOMER, [id])
    return row && customerBody(row)
  },
  async events(code) {
    return eventsBody(await query('events', eventPage, [code]))
  },
  async fullNames(wanted) {
    const { rows } = await pool.query<[number, string, string]>({
      name: 'names',
      text: 'select id, first_name, last_name from customers',
      rowMode: 'array',
    })
    const named = rows.map(([id, first, last]) => ({ id, full_name: `${first} ${last}` }))
    return customersBody(wanted === undefined ? byName(named) : withName(named, wanted))
  },
}

function orderResource(row: Cells, { isComputed }: ListQuery): object {
  const { id, reference, status, total, currency, ordered_at } = row
  const order_items = related('orders', id, 'order_items')
  if (isComputed) {
    const customer_label = `${row.first_name} ${row.last_name}`
    return {
      type: 'orders',
      id: String(id),
      attributes: { id, reference, status, total, currency, ordered_at, customer_label },
      relationships: { order_items },
    }
  }
  const customer = { data: { type: 'customers', id: String(row.cid) } }
  return {
    type: 'orders',
    id: String(id),
    attributes: { id, reference, status, total, currency, ordered_at },
    relationships: { order_items, customer },
  }
}

function listCustomers(rows: readonly Cells[]): readonly object[] {
  const included = new Map<unknown, object>()
  for (const { cid, last_name } of rows) {
    if (included.has(cid)) continue
    const attributes = { last_name, id: cid }
    included.set(cid, {
      type: 'customers',
      id: String(cid),
      attributes,
      relationships: customerRelations(cid),
    })
  }
  return [...included.values()]
}

function customersBody(rows: readonly Cells[]): string {
  const data = rows.map(row => ({
    type: 'customers',
    id: String(row.id),
    attributes: row,
    relationships: customerRelations(row.id),
  }))
  return JSON.stringify({ jsonapi: version, data })
}

function eventsBody(rows: readonly Cells[]): string {
  const data = rows.map(({ id, kind, occurred_at, code, country }) => ({
    type: 'events',
    id: String(id),
    attributes: {
      id,
      kind,
      occurred_at,
      'payload@@@customer@@@code': code,
      'payload@@@customer@@@country': country,
    },
  }))
  return JSON.stringify({ jsonapi: version, data })
}

const CUSTOMER = `select c.*, a.id as aid, a.customer_id, a.street, a.city, a.country as acountry,
    m.id as mid, m.name, m.industry, m.country as mcountry, m.website,
    m.is_active as m_active, m.created_at as m_created
  from customers c left join addresses a on a.customer_id = c.id
  left join companies m on m.id = c.company_id where c.id = $1`

function customerBody(row: Cells): string {
  const { aid, customer_id, street, city, acountry, ...others } = row
  const { mid, name, industry, mcountry, website, m_active, m_created, ...attributes } = others
  const address = { id: aid, customer_id, street, city, country: acountry }
  const company = {
    ...{ id: mid, name, industry, country: mcountry, website },
    ...{ is_active: m_active, created_at: m_created },
  }
  const included: object[] = []
  if (aid) included.push({ type: 'addresses', id: aid, attributes: address })
  if (mid) {
    const relationships = { customers: related('companies', mid, 'customers') }
    included.push({ type: 'companies', id: String(mid), attributes: company, relationships })
  }
  const relationships = {
    ...customerRelations(row.id),
    address: { data: aid ? { type: 'addresses', id: aid } : null },
    company: { data: mid ? { type: 'companies', id: String(mid) } : null },
  }
  const data = { type: 'customers', id: String(row.id), attributes, relationships }
  return JSON.stringify({ jsonapi: version, data, included })
}

interface Named extends Cells {
  readonly id: number
  readonly full_name: string
}

function withName(rows: readonly Named[], wanted: string): readonly Named[] {
  const matching = rows.filter(row => row.full_name === wanted)
  return matching.sort((a, b) => a.id - b.id).slice(0, 15)
}

function byName(rows: Named[]): readonly Named[] {
  rows.sort((a, b) => {
    if (a.full_name === b.full_name) return a.id - b.id
    return a.full_name < b.full_name ? -1 : 1
  })
  return rows.slice(0, 15)
}
