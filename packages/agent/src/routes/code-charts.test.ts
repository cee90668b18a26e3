import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

let open: OpenAgent

beforeAll(async () => {
  open = await openAgent(shop(), {
    logger: () => {},
    customize: agent =>
      agent
        .addChart('sales', async ({ dataSource }, { value }) => {
          const orders = dataSource.getCollection('orders')
          const [sum] = await orders.aggregate({}, { operation: 'Sum', field: 'total' })
          return value(Number(sum?.value), 50)
        })
        .addChart('echo', (context, { smart }) => smart(context.parameters))
        .addChart('count', (_, { percentage }) => percentage(12))
        .addChart('who', ({ caller, timezone }, { smart }) => smart([caller.email, timezone]))
        .addChart('a/b', (_, { distribution }) => distribution({ a: 1 }))
        .addChart('nothing', (_, { smart }) => smart(undefined))
        .addChart('refused', context => context.throwError('Not today.'))
        .addChart('broken', () => {
          throw new Error('internal detail')
        })
        .addChart('lines', (_, { multipleTimeBased }) =>
          multipleTimeBased(
            'Month',
            ['2024-01-31', '2024-03-01'],
            [{ label: 'a', values: [1, 2] }],
          ),
        )
        .customizeCollection('orders', orders =>
          orders.addChart('paid', async ({ getRecord, recordId }, { timeBased }) => {
            const { paid_at: date, total } = await getRecord(['paid_at', 'total'])
            const points = date ? [{ date: String(date), value: Number(total) }] : []
            return timeBased('Day', [...points, { date: '2024-01-01', value: Number(recordId) }])
          }),
        )
        .customizeCollection('order_products', links =>
          links.addChart('keys', ({ compositeRecordId }, { smart }) => smart(compositeRecordId)),
        ),
  })
})

afterAll(() => open.close())

describe('a chart of the agent', () => {
  it('answers POST as other charts do', async () => {
    const answer = await open.send('POST', '/_charts/sales', {})
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        type: 'stats',
        attributes: { value: { countCurrent: 70.5, countPrevious: 50 } },
      },
    })
  })

  it('names its periods beside the value, when it is asked to', async () => {
    const lines = {
      labels: ['Jan 24', 'Feb 24', 'Mar 24'],
      values: [{ key: 'a', values: [1, 0, 2] }],
    }
    const readAttributes = async (path: string) =>
      ((await open.send('POST', path, {})).json as { data: { attributes: object } }).data.attributes
    expect(await readAttributes('/_charts/lines')).toEqual({ value: lines })
    expect(await readAttributes('/_charts/lines?withDates=true')).toEqual({
      value: lines,
      timeRange: 'Month',
      dates: ['2024-01-01', '2024-02-01', '2024-03-01'],
    })
    expect((await open.get('/_charts/lines?withDates=true')).json).toEqual(lines)
  })

  it('answers GET with the bare value', async () => {
    expect((await open.get('/_charts/sales')).json).toEqual({
      countCurrent: 70.5,
      countPrevious: 50,
    })
    expect((await open.get('/_charts/who')).json).toEqual(['ada@example.com', 'Europe/Paris'])
    expect((await open.get('/_charts/nothing')).json).toBeNull()
  })

  it('may have any name', async () => {
    expect((await open.get('/_charts/count')).json).toBe(12)
    expect((await open.get('/_charts/a%2Fb')).json).toEqual([{ key: 'a', value: 1 }])
  })

  it('receives the scalars of query and body as texts, those of the body first', async () => {
    const body = { a: 1, b: true, c: 'x', list: [1], object: {}, none: null }
    const answer = await open.send('POST', '/_charts/echo?c=query&d=2&e=1&e=2', body)
    expect(answer.json).toMatchObject({
      data: {
        attributes: { value: { a: '1', b: 'true', c: 'x', d: '2', timezone: 'Europe/Paris' } },
      },
    })
    const value = (answer.json as { data: { attributes: { value: object } } }).data.attributes.value
    expect(Object.keys(value).sort()).toEqual(['a', 'b', 'c', 'd', 'timezone'])
  })

  it('fails as the code says, or with a neutral message', async () => {
    const refused = await open.get('/_charts/refused')
    expect([refused.status, readError(refused).detail]).toEqual([422, 'Not today.'])
    const broken = await open.get('/_charts/broken')
    expect([broken.status, readError(broken).detail]).toEqual([500, 'Unexpected error'])
  })

  it('is a 404 when there is none of that name', async () => {
    const answer = await open.get('/_charts/nope')
    expect([answer.status, readError(answer).detail]).toEqual([
      404,
      "No chart 'nope' on the agent. There are: sales, echo, count, who, a/b, nothing, refused, broken, lines.",
    ])
  })

  it('needs a session and a time zone', async () => {
    expect((await fetch(`${open.url}/_charts/sales?timezone=UTC`)).status).toBe(401)
    const headers = { authorization: `Bearer ${open.token}` }
    expect((await fetch(`${open.url}/_charts/sales`, { headers })).status).toBe(400)
    const body = JSON.stringify({ timezone: 'UTC' })
    const sent = {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': 'application/json' },
    }
    expect((await fetch(`${open.url}/_charts/sales`, sent)).status).toBe(200)
  })
})

describe('a chart of a collection', () => {
  it('is drawn for a record, in the days of the caller', async () => {
    const expected = [
      { label: '01/01/2024', values: { value: 1 } },
      { label: '02/01/2024', values: { value: 10.5 } },
    ]
    expect((await open.get('/_charts/orders/paid?record_id=1')).json).toEqual(expected)
    const posted = await open.send('POST', '/_charts/orders/paid', { record_id: 1 })
    expect(posted.json).toMatchObject({ data: { attributes: { value: expected } } })
  })

  it('knows keys of several columns', async () => {
    const answer = await open.get(
      `/_charts/order_products/keys?record_id=${encodeURIComponent('1|pen')}`,
    )
    expect(answer.json).toEqual([1, 'pen'])
  })

  it.each([
    ['/_charts/orders/paid', 400, /'record_id' is missing/],
    ['/_charts/orders/paid?record_id=x', 400, /x/],
    ['/_charts/orders/paid?record_id=404', 404, /^No record '404' in 'orders'\.$/],
    ['/_charts/orders/nope?record_id=1', 404, /^No chart 'nope' on 'orders'\. There are: paid\.$/],
    ['/_charts/ordrs/paid?record_id=1', 404, /^No collection 'ordrs'/],
  ])('answers %s with %i', async (path, status, detail) => {
    const answer = await open.get(path)
    expect([answer.status, readError(answer).detail]).toEqual([
      status,
      expect.stringMatching(detail),
    ])
  })

  it('needs the right to read, and a record in scope', async () => {
    open.service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'draft' })
    expect((await open.get('/_charts/orders/paid?record_id=1')).status).toBe(404)
    expect((await open.get('/_charts/orders/paid?record_id=2')).status).toBe(200)
    open.service.setRights('orders', { browse: true })
    const answer = await open.get('/_charts/orders/paid?record_id=2')
    expect([answer.status, readError(answer).detail]).toEqual([
      403,
      "Your role has no 'read' right on 'orders'.",
    ])
  })
})

describe('permission to run a chart of the agent', () => {
  let limited: OpenAgent
  beforeAll(async () => {
    limited = await openAgent(shop(), {
      customize: agent => agent.addChart('a b', (_, { percentage }) => percentage(12)),
    })
    // Rights on any collection end the open environment, where everything is allowed.
    limited.service.setRights('orders', { read: true })
  })
  afterAll(() => limited.close())

  const statuses = async (charts: readonly object[], permissionLevel = 'user') => {
    limited.service.setUser({ id: 7, email: 'ada@example.com', roleId: 1, permissionLevel })
    limited.service.setCharts(1, charts)
    const answers = [
      await limited.get('/_charts/a%20b'),
      await limited.send('POST', '/_charts/a%20b', {}),
    ]
    return answers.map(answer => answer.status)
  }

  it.each([
    { type: 'Percentage', apiRoute: '/service/_charts/a%20b' },
    { type: 'Smart', smartRoute: 'https://agent.example.com/x/_charts/a b?timezone=UTC' },
  ])('is what a chart of the team gives whose route leads to it: %o', async chart => {
    expect(await statuses([chart])).toEqual([200, 200])
  })

  it.each([
    [[]],
    [[{ type: 'Value', query: 'select 1' }]],
    [[{ apiRoute: '/service/_charts/other' }]],
    [[{ apiRoute: '/service/_charts/a%20b/c' }, { apiRoute: 7 }, { smartRoute: '/_charts/%' }]],
  ])('is not given by %o', async charts => {
    expect(await statuses(charts)).toEqual([403, 403])
  })

  it.each(['admin', 'developer', 'editor'])('is what a user of level %s has', async level => {
    expect(await statuses([], level)).toEqual([200, 200])
  })
})
