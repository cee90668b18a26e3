import { afterAll, beforeAll, expect, it } from 'vitest'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

let open: OpenAgent
beforeAll(async () => {
  open = await openAgent(shop(), {
    customize: agent =>
      agent.customizeCollection('orders', orders =>
        orders.addAction('Page', {
          scope: 'Global',
          generateFile: true,
          execute: (_context, result) =>
            result.file('<script>alert(1)</script>', 'a.html', 'text/html'),
        }),
      ),
  })
})
afterAll(() => open.close())

const global = { data: { attributes: { ids: [], values: {}, collection_name: 'orders' } } }

it.each<[number, string, string, object?]>([
  [200, 'GET', '/'],
  [200, 'GET', '/orders'],
  [200, 'HEAD', '/orders'],
  [200, 'GET', '/orders.csv'],
  [200, 'POST', '/_actions/orders/0/page', global],
  [204, 'OPTIONS', '/orders'],
  [204, 'POST', '/authentication/logout'],
  [404, 'GET', '/nothing/here/at/all'],
  [400, 'GET', '/orders?search='.padEnd(3000, 'x')],
])('no browser guesses what the answer %i to %s %s is', async (status, method, path, body) => {
  const answer = await open.send(method, path, body)
  expect(answer.status).toBe(status)
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
})

it('nor what a refusal is', async () => {
  const answer = await fetch(`${open.url}/orders`)
  expect([answer.status, answer.headers.get('x-content-type-options')]).toEqual([401, 'nosniff'])
})
