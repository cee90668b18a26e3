import { createMemoryDataSource } from '@service/datasource-memory'
import type { DataSourceFactory, Scan } from '@service/datasource-toolkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

const rowCount = 4500
const matchNothing = encodeURIComponent('{"field":"double","operator":"equal","value":-1}')

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
    expect(readError(answer).detail).toMatch(/^No field 'nope'/)
    expect(readError(await open.get('/orders.csv?header=[1')).detail).toBe(
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
    expect(readError(await open.get('/orders.csv')).detail).toBe(
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

  it.each([
    ['after the first rows', '', true],
    ['before the first match', `&filters=${matchNothing}`, false],
  ])('stops reading when the client leaves %s', async (_name, query, hasRows) => {
    const reads = { count: 0 }
    const endless = await openAgent(endlessNumbers(reads), {
      logger: () => {},
      customize: agent =>
        agent.customizeCollection('numbers', collection =>
          collection
            .addField('double', {
              columnType: 'Number',
              dependencies: ['id'],
              getValues: rows => rows.map(({ id }) => Number(id) * 2),
            })
            .emulateFieldFiltering('double'),
        ),
    })
    const leaving = new AbortController()
    const response = fetch(`${endless.url}/numbers.csv?timezone=UTC${query}`, {
      headers: { authorization: `Bearer ${endless.token}` },
      signal: leaving.signal,
    })
    response.catch(() => {})
    if (hasRows) await (await response).body!.getReader().read()
    else await expect.poll(() => reads.count).toBeGreaterThan(2)
    leaving.abort()
    await new Promise(resolve => setTimeout(resolve, 200))
    const { count } = reads
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(reads.count).toBe(count)
    expect((await endless.get('/numbers/count')).status).toBe(200)
    await endless.close()
  })

  function endlessNumbers(reads: { count: number }): DataSourceFactory {
    return async (...args) => {
      const source = await numbers(...args)
      const collections = source.collections.map(collection => ({
        ...collection,
        list: async ({ page }: Scan) => {
          reads.count += 1
          await new Promise(resolve => setTimeout(resolve, 20))
          const first = reads.count * 10_000
          return Array.from({ length: page!.limit }, (_, index) => ({
            id: first + index,
            text: 'x'.repeat(300),
          }))
        },
      }))
      return { ...source, collections }
    }
  }
})

describe('an export whose filter runs in memory', () => {
  const number = { type: 'Number', isPrimaryKey: true } as const
  const tickets = createMemoryDataSource({
    tickets: {
      columns: { id: number, owner_id: 'Number' },
      records: Array.from({ length: 5000 }, (_, index) => ({
        id: index + 1,
        owner_id: index === 5 || index === 4500 ? 1 : 2,
      })),
    },
  })
  const people = createMemoryDataSource({
    people: { columns: { id: number, name: 'String' }, records: [{ id: 1, name: 'Ada' }] },
  })
  const customize = (agent: OpenAgent['agent']) =>
    agent
      .addDataSource(people)
      .customizeCollection('tickets', collection =>
        collection
          .addManyToOneRelation('owner', 'people', { foreignKey: 'owner_id' })
          .addField('rank', {
            columnType: 'Number',
            dependencies: ['id'],
            getValues: rows => rows.map(({ id }) => (id === 6 || id === 4501 ? 1 : 0)),
          })
          .emulateFieldFiltering('rank')
          .addField('ownerName', {
            columnType: 'String',
            dependencies: ['owner:name'],
            getValues: rows =>
              rows.map(row => (row.owner as { name: string } | null)?.name ?? null),
          })
          .emulateFieldFiltering('ownerName')
          .addSegment('ranked', () => ({ field: 'rank', operator: 'Equal', value: 1 })),
      )
      .customizeCollection('people', collection =>
        collection.addOneToManyRelation('tickets', 'tickets', { originKey: 'owner_id' }),
      )

  const where = (field: string, value: unknown) =>
    `filters=${encodeURIComponent(JSON.stringify({ field, operator: 'equal', value }))}`
  let open: OpenAgent
  beforeAll(async () => {
    open = await openAgent(tickets, { customize })
  })
  afterAll(() => open.close())

  it.each([
    ['a computed field', `/tickets.csv?${where('rank', 1)}`],
    ['a relation of another source', `/tickets.csv?${where('ownerName', 'Ada')}`],
    ['a segment', '/tickets.csv?segment=ranked'],
    ['a computed field, sorted', `/tickets.csv?sort=id&${where('rank', 1)}`],
    ['a related list', `/people/1/relationships/tickets.csv?${where('rank', 1)}`],
  ])('goes on after chunks without a match: %s', async (_name, path) => {
    const { status, text } = await open.get(`${path}&fields[tickets]=id`)
    expect([status, text]).toEqual([200, 'id\n6\n4501\n'])
  })

  it('counts towards limitExportSize only what it writes', async () => {
    const limited = await openAgent(tickets, { customize, limitExportSize: 2 })
    const path = `/tickets.csv?fields[tickets]=id&${where('rank', 1)}`
    expect((await limited.get(path)).text).toBe('id\n6\n4501\n')
    await limited.close()
  })

  it('is cut off, not ended, when a later chunk fails after chunks without a match', async () => {
    let chunks = 0
    const failing = await openAgent(tickets, {
      logger: () => {},
      customize: agent =>
        agent.customizeCollection('tickets', collection =>
          collection
            .addField('rank', {
              columnType: 'Number',
              dependencies: ['id'],
              getValues: rows => {
                if (++chunks === 4) throw new Error('unavailable')
                return rows.map(({ id }) => (id === 6 ? 1 : 0))
              },
            })
            .emulateFieldFiltering('rank'),
        ),
    })
    const path = `/tickets.csv?fields[tickets]=id&${where('rank', 1)}`
    await expect(failing.get(path)).rejects.toThrow()
    expect(chunks).toBe(4)
    await failing.close()
  })
})

describe('CSV cells that a spreadsheet would run', () => {
  const number = { type: 'Number', isPrimaryKey: true } as const
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '="a"&B1', '-', '-5']
  const texts = ['', 'a=1', "'=1", ' =1', '(=1)', '１']
  const source = () =>
    createMemoryDataSource({
      cells: {
        columns: {
          id: number,
          text: 'String',
          kind: { type: 'Enum', enumValues: ['=A1', 'b'] },
          list: ['String'],
          numbers: ['Number'],
          document: 'Json',
          amount: 'Number',
          day: 'Dateonly',
        },
        records: [...formulas, ...texts].map((text, id) => ({
          id,
          text,
          kind: id === 0 ? '=A1' : 'b',
          list: [text, 'b'],
          numbers: [-1, -2],
          document: id % 2 === 0 ? [text] : -3,
          amount: -id,
          day: '2024-02-29',
        })),
      },
    })
  const cell = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const column = async (open: OpenAgent, field: string) => {
    const { text } = await open.get(`/cells.csv?fields[cells]=id,${field}&sort=id&header=i,t`)
    return text
  }
  const lines = (cells: readonly unknown[]) =>
    `i,t\n${cells.map((each, id) => `${id},${each}\n`).join('')}`

  it('begin with an apostrophe, unless they are numbers', async () => {
    const open = await openAgent(source())
    const escaped = [...formulas.map(text => `'${text}`), ...texts]
    expect(await column(open, 'text')).toBe(lines(escaped.map(cell)))
    expect(await column(open, 'list')).toBe(lines(escaped.map(text => cell(`${text},b`))))
    const documents = escaped.map((text, id) => (id % 2 === 0 ? cell(text) : '-3'))
    expect(await column(open, 'document')).toBe(lines(documents))
    expect(await column(open, 'kind')).toBe(
      lines(escaped.map((_, id) => (id === 0 ? "'=A1" : 'b'))),
    )
    expect(await column(open, 'numbers')).toBe(lines(escaped.map(() => '"-1,-2"')))
    expect(await column(open, 'amount')).toBe(lines(escaped.map((_, id) => -id)))
    const titles = await open.get('/cells.csv?fields[cells]=id&header=%3D1')
    expect(titles.text.split('\n')[0]).toBe("'=1")
    await open.close()
  })

  it.each([true, false])('are as the request says, whatever the option: %s', async isEscaped => {
    const open = await openAgent(source(), { escapeCsvFormulas: !isEscaped })
    const { text } = await open.get(
      `/cells.csv?fields[cells]=id&header==1&escapeFormulas=${isEscaped}`,
    )
    expect(text.split('\n')[0]).toBe(isEscaped ? "'=1" : '=1')
    const wrong = await open.get('/cells.csv?escapeFormulas=1')
    expect(readError(wrong)).toMatchObject({
      status: 400,
      detail: "escapeFormulas is '1'. It must be 'true' or 'false'.",
    })
    await open.close()
  })

  it('stay as they are when an option says so', async () => {
    const open = await openAgent(source(), { escapeCsvFormulas: false })
    expect(await column(open, 'text')).toBe(lines([...formulas, ...texts].map(cell)))
    await open.close()
  })
})
