import type { Answers } from './answers.js'
import { queryText } from './database.js'
import { sqlCustomerRelations, sqlRelated } from './json-api.js'
import { eventPage, iso, orderPage, searchPage } from './sql.js'

const JSONAPI = `'jsonapi', json_build_object('version', '1.0')`

/** The body is built by PostgreSQL and passed through: the floor of what Node has to do. */
export const pgAnswers: Answers = {
  orders(list) {
    const name = `pg-orders-${list.sort}-${list.isComputed}-${list.isDeep}`
    const text = `with o as materialized (${orderPage(list)})
      select json_build_object(${JSONAPI}, 'data', (
        select coalesce(json_agg(${list.isComputed ? COMPUTED_ORDER : ORDER}), '[]') from o
      )${list.isComputed ? '' : `, 'included', ${INCLUDED}`})::text`
    return queryText(name, text, [list.size, list.skip])
  },
  search(term) {
    return queryText('pg-search', customers(searchPage), [`%${term}%`])
  },
  customer(id) {
    return queryText('pg-customer', CUSTOMER, [id])
  },
  events(code) {
    return queryText('pg-events', EVENTS, [code])
  },
  fullNames(wanted) {
    return wanted === undefined
      ? queryText('pg-by-name', customers(`${NAMES} order by 2, 1 limit 15`))
      : queryText('pg-with-name', customers(`${NAMES} ${WITH_NAME}`), [wanted])
  },
}

const NAMES = `select id, first_name || ' ' || last_name as full_name from customers`
const WITH_NAME = `where first_name || ' ' || last_name = $1 order by id limit 15`

const ATTRIBUTES = `'id', o.id, 'reference', o.reference, 'status', o.status,
  'total', o.total::text, 'currency', o.currency, 'ordered_at', ${iso('o.ordered_at')}`

const ITEMS = `'order_items', ${sqlRelated('orders', 'o.id', 'order_items')}`

const ORDER = `json_build_object('type', 'orders', 'id', o.id::text,
  'attributes', json_build_object(${ATTRIBUTES}),
  'relationships', json_build_object(${ITEMS}, 'customer', json_build_object(
    'data', json_build_object('type', 'customers', 'id', o.cid::text))))`

const COMPUTED_ORDER = `json_build_object('type', 'orders', 'id', o.id::text,
  'attributes', json_build_object(${ATTRIBUTES},
    'customer_label', o.first_name || ' ' || o.last_name),
  'relationships', json_build_object(${ITEMS}))`

const INCLUDED = `(select coalesce(json_agg(json_build_object('type', 'customers', 'id', cid::text,
    'attributes', json_build_object('last_name', last_name, 'id', cid),
    'relationships', ${sqlCustomerRelations('cid')})), '[]')
  from (select distinct cid, last_name from o) d)`

const customers = (page: string) => `select json_build_object(${JSONAPI}, 'data', coalesce(json_agg(
    json_build_object('type', 'customers', 'id', id::text, 'attributes', row_to_json(o),
      'relationships', ${sqlCustomerRelations('id')})), '[]'))::text from (${page}) o`

const EVENTS = `select json_build_object(${JSONAPI}, 'data', coalesce(json_agg(
    json_build_object('type', 'events', 'id', id::text, 'attributes', json_build_object(
      'id', id, 'kind', kind, 'occurred_at', ${iso('occurred_at')},
      'payload@@@customer@@@code', code, 'payload@@@customer@@@country', country))), '[]'))::text
  from (${eventPage}) o`

const CUSTOMER = `select json_build_object(${JSONAPI},
  'data', json_build_object('type', 'customers', 'id', c.id::text,
    'attributes', json_build_object('id', c.id, 'uuid', c.uuid, 'first_name', c.first_name,
      'last_name', c.last_name, 'email', c.email, 'status', c.status,
      'birth_date', c.birth_date, 'is_active', c.is_active, 'balance', c.balance::text,
      'metadata', c.metadata, 'company_id', c.company_id, 'created_at', ${iso('c.created_at')}),
    'relationships', ${sqlCustomerRelations('c.id')}),
  'included', json_build_array(
    json_build_object('type', 'addresses', 'id', a.id, 'attributes', row_to_json(a)),
    json_build_object('type', 'companies', 'id', m.id::text, 'attributes', row_to_json(m),
      'relationships', json_build_object(
        'customers', ${sqlRelated('companies', 'm.id', 'customers')}))))::text
  from customers c left join addresses a on a.customer_id = c.id
  left join companies m on m.id = c.company_id where c.id = $1`
