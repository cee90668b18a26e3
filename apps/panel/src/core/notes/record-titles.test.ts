import { expect, it } from 'vitest'
import { applyLayout } from '../schema/apply-layout.js'
import { collection, column, key, schema } from '../testing/build-schema.js'
import { buildTitlesRequests } from './record-titles.js'

const closed = { browse: false, read: true, add: false, edit: false, delete: false, export: false }
const collections = applyLayout(
  schema(
    collection('orders', [key(), column('reference')]),
    collection('customers', [key(), column('full_name')]),
    collection('secrets', [key(), column('name')], { rights: closed }),
    collection('counts', [key(), column('amount', 'Number')]),
  ),
  null,
)

const refer = (name: string, ...ids: readonly string[]) => ids.map(id => ({ collection: name, id }))

it('one request reads the titles of all records of a collection, and nothing else of them', () => {
  const records = [
    ...refer('orders', '1', '2'),
    ...refer('customers', '3'),
    ...refer('orders', '2'),
  ]
  const requests = buildTitlesRequests(collections, records)
  expect(requests.map(({ request }) => request)).toEqual([
    {
      method: 'GET',
      path: '/orders',
      query: {
        'fields[orders]': 'id,reference',
        'page[size]': '100',
        filters: JSON.stringify({ field: 'id', operator: 'in', value: [1, 2] }),
      },
    },
    {
      method: 'GET',
      path: '/customers',
      query: {
        'fields[customers]': 'id,full_name',
        'page[size]': '100',
        filters: JSON.stringify({ field: 'id', operator: 'in', value: [3] }),
      },
    },
  ])
})

it('asks for nothing that cannot be read or has no title', () => {
  const records = [
    ...refer('gone', '1'),
    ...refer('secrets', '1'),
    ...refer('counts', '1'),
    ...refer('orders', 'no number'),
  ]
  expect(buildTitlesRequests(collections, records)).toEqual([])
})
