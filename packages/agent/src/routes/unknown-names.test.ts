import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

let open: OpenAgent
beforeAll(async () => {
  open = await openAgent(shop(), {
    customize: agent =>
      agent
        .addChart('sales', (_, { value }) => value(1))
        .addChart('secret', (_, { value }) => value(2))
        .customizeCollection('orders', orders =>
          orders
            .addAction('Pay', { scope: 'Bulk', execute: (_, { success }) => success() })
            .addChart('paid', (_, { value }) => value(1)),
        ),
  })
})
afterAll(() => open?.close())

const noRelation = "No field 'nope' on 'orders'. It has: customer, products."
const identifiers = { data: [{ type: 'products', id: 'pen' }] }
const run = (more: object = {}) => ({ data: { attributes: { ids: ['1'], values: {}, ...more } } })

describe('an unknown name in a path is a 404', () => {
  it.each([
    ['GET', '/orders/1/relationships/nope', undefined, 'unknown_relation', noRelation],
    ['GET', '/orders/1/relationships/total', undefined, 'unknown_relation', /^No field 'total'/],
    ['GET', '/orders/1/relationships/nope/count', undefined, 'unknown_relation', noRelation],
    ['GET', '/orders/1/relationships/nope.csv', undefined, 'unknown_relation', noRelation],
    ['POST', '/orders/1/relationships/nope', identifiers, 'unknown_relation', noRelation],
    ['DELETE', '/orders/1/relationships/nope', identifiers, 'unknown_relation', noRelation],
    ['PUT', '/orders/1/relationships/nope', { data: null }, 'unknown_relation', noRelation],
    [
      'PUT',
      '/orders/1/relationships/nope/0',
      { data: { attributes: 'x' } },
      'unknown_field',
      /^No field 'nope' on 'orders'\. It has: id, reference,/,
    ],
    ['GET', '/nope', undefined, 'unknown_collection', /^No collection 'nope'/],
    ['GET', '/nope.csv', undefined, 'unknown_collection', /^No collection 'nope'/],
    ['GET', '/nope/count', undefined, 'unknown_collection', /^No collection 'nope'/],
    ['GET', '/nope/1', undefined, 'unknown_collection', /^No collection 'nope'/],
    ['POST', '/nope', { data: {} }, 'unknown_collection', /^No collection 'nope'/],
    ['PUT', '/nope/1', { data: {} }, 'unknown_collection', /^No collection 'nope'/],
    ['DELETE', '/nope/1', undefined, 'unknown_collection', /^No collection 'nope'/],
    ['DELETE', '/nope', run(), 'unknown_collection', /^No collection 'nope'/],
    ['GET', '/nope/1/relationships/x', undefined, 'unknown_collection', /^No collection 'nope'/],
    ['POST', '/stats/nope', { type: 'Value' }, 'unknown_collection', /^No collection 'nope'/],
    ['POST', '/_actions/nope/0/pay', run(), 'unknown_collection', /^No collection 'nope'/],
    ['POST', '/_actions/orders/0/nope', run(), 'not_found', /^'orders' has no action at this path/],
    ['POST', '/_actions/orders/9/pay', run(), 'not_found', /^'orders' has no action at this path/],
    ['POST', '/_actions/orders/0/nope/hooks/load', run(), 'not_found', /^'orders' has no action/],
    ['GET', '/_charts/nope', undefined, 'not_found', /^No chart 'nope' on the agent/],
    ['GET', '/_charts/nope/paid?record_id=1', undefined, 'unknown_collection', /^No collection/],
    ['GET', '/_charts/orders/nope?record_id=1', undefined, 'not_found', /^No chart 'nope' on 'ord/],
    ['GET', '/_charts/orders/nope', undefined, 'not_found', /^No chart 'nope' on 'orders'/],
    ['POST', '/_charts/orders/nope', {}, 'not_found', /^No chart 'nope' on 'orders'/],
  ])('%s %s', async (method, path, body, code, detail) => {
    const answer = await open.send(method, path, body)
    const error = readError(answer)
    expect([answer.status, error.code, error.detail]).toEqual([
      404,
      code,
      detail instanceof RegExp ? expect.stringMatching(detail) : detail,
    ])
  })
})

it('an unknown relation in a body is a 400', async () => {
  const parent = { parent_collection_name: 'orders', parent_collection_id: '1' }
  const body = run({ ...parent, parent_association_name: 'nope' })
  const answer = await open.send('POST', '/_actions/orders/0/pay', body)
  expect([answer.status, readError(answer).detail]).toEqual([400, noRelation])
})

it('an unknown chart is a 404 that names only charts the caller may run', async () => {
  const limited = await openAgent(shop(), {
    customize: agent =>
      agent
        .addChart('sales', (_, { value }) => value(1))
        .addChart('secret', (_, { value }) => value(2)),
  })
  try {
    limited.service.setRights('orders', { read: true })
    limited.service.setCharts(1, [{ type: 'Value', apiRoute: '/service/_charts/sales' }])
    const answer = await limited.get('/_charts/nope')
    expect([answer.status, readError(answer).detail]).toEqual([
      404,
      "No chart 'nope' on the agent. There are: sales.",
    ])
    expect((await limited.get('/_charts/secret')).status).toBe(403)
  } finally {
    await limited.close()
  }
})
