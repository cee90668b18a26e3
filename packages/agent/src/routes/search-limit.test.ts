import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

const tooLong = `${'1'.repeat(14_000)}x`
const longest = 'x'.repeat(2000)

const subset = (search: string) => ({
  data: {
    attributes: {
      all_records: true,
      values: {},
      all_records_subset_query: { search },
      all_records_ids_excluded: [],
    },
  },
})
const searched = (search: string) => ({
  data: {
    attributes: {
      ids: ['1'],
      collection_name: 'orders',
      search_field: 'Reason',
      search_value: search,
      fields: [],
    },
  },
})

type Path = [method: string, path: string, body?: (search: string) => object]

describe('a text to search for', () => {
  let open: OpenAgent
  const seen: string[] = []
  beforeAll(async () => {
    open = await openAgent(shop(), {
      customize: agent =>
        agent.customizeCollection('orders', orders =>
          orders.addAction('Refund', {
            scope: 'Bulk',
            form: [
              {
                label: 'Reason',
                type: 'String',
                widget: 'Dropdown',
                search: 'dynamic',
                options: (_context, text) => {
                  seen.push(text)
                  return ['late']
                },
              },
            ],
            execute: () => undefined,
          }),
        ),
    })
  })
  afterAll(() => open.close())

  const paths: Path[] = [
    ['GET', '/orders?search='],
    ['GET', '/orders?searchExtended=1&search='],
    ['GET', '/orders/count?search='],
    ['GET', '/orders.csv?search='],
    ['GET', '/customers/1/relationships/orders?search='],
    ['GET', '/customers/1/relationships/orders/count?search='],
    ['GET', '/customers/1/relationships/orders.csv?search='],
    ['DELETE', '/orders', subset],
    ['DELETE', '/customers/1/relationships/orders', subset],
    ['POST', '/_actions/orders/0/refund', subset],
    ['POST', '/_actions/orders/0/refund/hooks/load', subset],
    ['POST', '/_actions/orders/0/refund/hooks/search', searched],
  ]
  const ask = (search: string, [method, path, body]: Path) =>
    body ? open.send(method, path, body(search)) : open.send(method, path + search)

  it.each<Path>(paths)(
    'of more than 2000 characters is refused before it is read: %s %s',
    async (method, path, body) => {
      const { status, text } = await ask(tooLong, [method, path, body])
      expect(text).toContain(
        'has 14001 characters; at most 2000 are allowed. Search for a part of it',
      )
      expect(status).toBe(400)
      expect(seen).not.toContain(tooLong)
    },
  )

  it.each<Path>(paths)('of 2000 characters is taken: %s %s', async (method, path, body) => {
    const { status, text } = await ask(longest, [method, path, body])
    expect(text).not.toContain('characters')
    expect(status).toBeLessThan(400)
  })
})
