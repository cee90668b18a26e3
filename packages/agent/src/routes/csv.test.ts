import { createMemoryDataSource } from '@service/datasource-memory'
import type { Scan } from '@service/datasource-toolkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf, type OpenAgent, openAgent } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

const rowCount = 4500

describe('GET /:collection.csv', () => {
  let open: OpenAgent
  beforeAll(async () => {
    open = await openAgent(shop())
  })
  afterAll(() => open.close())

  it('writes every record, byte for byte', async () => {
    const { status, headers, text } = await open.get(
      '/orders.csv?fields[orders]=id,total,paid_at,labels,details,customer&fields[customer]=name&sort=-id',
    )
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="orders.csv"')
    expect(headers.get('cache-control')).toBe('no-cache')
    expect(headers.get('x-accel-buffering')).toBe('no')
    expect(text).toBe(
      'id,total,paid_at,labels,details,customer:name\n' +
        '4,40,,,,\n' +
        '3,,2024-03-31T01:30:00.000Z,,,"Bob ""the""\nbuilder"\n' +
        '2,20,,,"{""gift"":true}",Ada\n' +
        '1,10.5,2024-01-02T03:04:05.678Z,"new,a,b",,Ada\n',
    )
  })

  it('keeps other alphabets and writes bytes as text', async () => {
    expect((await open.get('/customers.csv?fields[customers]=name,is_vip')).text).toBe(
      'name,is_vip\nAda,true\n"Bob ""the""\nbuilder",false\nChloé 😀,\n',
    )
    expect((await open.get('/products.csv?fields[products]=photo&sort=sku')).text).toBe(
      'photo\n\n"data:application/octet-stream;base64,AQI="\n"data:image/png;base64,iVBORw0KGgo="\n',
    )
  })

  it.each([
    ['header=A,"B"', 'A,"""B"""'],
    ['header=["First, last","B"]', '"First, last",B'],
  ])('takes the first line of %s', async (query, line) => {
    const { text } = await open.get(`/customers.csv?fields[customers]=id,name&${query}`)
    expect(text.split('\n')[0]).toBe(line)
  })

  it.each([
    ['filename=orders 2024', 'attachment; filename="orders 2024.csv"'],
    ['filename=a"b/../c.csv', 'attachment; filename="ab..c.csv"'],
    ['filename=été.csv', 'attachment; filename="_t_.csv"; filename*=UTF-8\'\'%C3%A9t%C3%A9.csv'],
    ['filename=a%0D%0Ab', 'attachment; filename="ab.csv"'],
  ])('names the file after %s', async (query, expected) => {
    const { headers } = await open.get(`/orders.csv?${query}`)
    expect(headers.get('content-disposition')).toBe(expected)
  })

  it('writes the header alone when nothing matches', async () => {
    const filters = encodeURIComponent('{"field":"id","operator":"equal","value":99}')
    expect((await open.get(`/orders.csv?fields[orders]=id&filters=${filters}`)).text).toBe('id\n')
  })

  it('writes the records of a relation', async () => {
    const { text } = await open.get(
      '/orders/1/relationships/products.csv?fields[products]=sku&sort=sku',
    )
    expect(text).toBe('sku\na|b/c\npen\n')
  })

  it('keeps the status of an error', async () => {
    const answer = await open.get('/orders.csv?sort=nope')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      400,
      'application/json; charset=utf-8',
    ])
    expect(errorOf(answer).detail).toMatch(/^No field 'nope'/)
    expect(errorOf(await open.get('/orders.csv?header=[1')).detail).toBe(
      'header must be a list between commas or a JSON array.',
    )
  })

  it('answers HEAD without a body', async () => {
    const { status, text } = await open.send('HEAD', '/orders.csv')
    expect([status, text]).toEqual([200, ''])
  })

  it('asks for the rights to browse and to export', async () => {
    open.service.setRights('orders', { browse: true, read: true })
    open.service.setRights('customers', { browse: true, read: true })
    expect(errorOf(await open.get('/orders.csv')).detail).toBe(
      "Your role has no 'export' right on 'orders'.",
    )
    open.service.setRights('orders', { export: true })
    expect((await open.get('/orders.csv')).status).toBe(403)
  })
})

describe('a long export', () => {
  const numbers = createMemoryDataSource({
    numbers: {
      columns: { id: { type: 'Number', isPrimaryKey: true }, text: 'String' },
      records: Array.from({ length: rowCount }, (_, id) => ({ id, text: `row ${id % 7}` })),
    },
  })
  let open: OpenAgent
  beforeAll(async () => {
    open = await openAgent(numbers, { limitExportSize: rowCount - 1 })
  })
  afterAll(() => open.close())

  it('has neither gap nor repeat when sorted by a column with equal values', async () => {
    const { text } = await open.get('/numbers.csv?fields[numbers]=id&sort=text')
    const ids = text.trim().split('\n').slice(1).map(Number)
    expect(new Set(ids).size).toBe(rowCount - 1)
  })

  it('stops at limitExportSize', async () => {
    const { text } = await open.get('/numbers.csv?fields[numbers]=id')
    const lines = text.trim().split('\n')
    expect([lines.length, lines.at(-1)]).toEqual([rowCount, String(rowCount - 2)])
  })

  it('stops reading when the client leaves', async () => {
    const reads = { count: 0 }
    const endless = await openAgent(async (...args) => {
      const source = await numbers(...args)
      const collections = source.collections.map(collection => ({
        ...collection,
        list: async ({ page }: Scan) => {
          reads.count += 1
          const first = reads.count * 10_000
          return Array.from({ length: page!.limit }, (_, index) => ({
            id: first + index,
            text: 'x'.repeat(300),
          }))
        },
      }))
      return { ...source, collections }
    })
    const leaving = new AbortController()
    const response = await fetch(`${endless.url}/numbers.csv?timezone=UTC`, {
      headers: { authorization: `Bearer ${endless.token}` },
      signal: leaving.signal,
    })
    await response.body!.getReader().read()
    leaving.abort()
    await new Promise(resolve => setTimeout(resolve, 200))
    const { count } = reads
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(reads.count).toBe(count)
    expect((await endless.get('/numbers/count')).status).toBe(200)
    await endless.close()
  })
})
