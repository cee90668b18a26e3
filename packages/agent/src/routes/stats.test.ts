import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryDataSource } from '@service/datasource-memory'
import { createInProcessService, type InProcessService } from '@service/service-client'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Agent, createAgent } from '../agent.js'

const authSecret = 'an auth secret for tests, long enough'
// A Wednesday, shortly after the end of daylight saving time in Europe.
const now = new Date('2024-10-30T10:00:00.000Z')

const orders = [
  // 23:30 UTC is the next day in Paris, the same day in New York.
  { id: 1, at: '2024-10-26T21:30:00.000Z', total: 10, status: 'paid', customerId: 1 },
  { id: 2, at: '2024-10-26T22:30:00.000Z', total: 20, status: 'paid', customerId: 1 },
  { id: 3, at: '2024-10-27T00:30:00.000Z', total: 30, status: 'open', customerId: 2 },
  { id: 4, at: '2024-10-27T22:30:00.000Z', total: 40, status: 'paid', customerId: 2 },
  { id: 5, at: '2024-10-27T23:30:00.000Z', total: 50, status: null, customerId: 3 },
  { id: 6, at: '2024-10-29T12:00:00.000Z', total: 60, status: 'paid', customerId: 3 },
  { id: 7, at: '2024-10-30T09:00:00.000Z', total: 70, status: 'open', customerId: null },
  { id: 8, at: null, total: null, status: 'open', customerId: null },
  { id: 9, at: '2024-03-30T23:30:00.000Z', total: 90, status: 'paid', customerId: 1 },
  { id: 10, at: '2023-12-31T23:30:00.000Z', total: 5, status: 'paid', customerId: 1 },
]

const id = { type: 'Number', isPrimaryKey: true } as const

let folder: string
let agent: Agent
let service: InProcessService
let root: string

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  folder = await mkdtemp(join(tmpdir(), 'stats-'))
  service = createInProcessService({
    users: [
      { id: 1, email: 'ada@example.com', roleId: 1, permissionLevel: 'admin' },
      { id: 2, email: 'bob@example.com', roleId: 1, tags: { status: 'paid' } },
    ],
    rights: { orders: true, customers: true, tags: true, orderTags: true },
  })
  agent = createAgent({
    authSecret,
    envSecret: '0'.repeat(64),
    schemaPath: join(folder, 'schema.json'),
    logger: () => {},
    service,
  })
  agent.addDataSource(
    createMemoryDataSource({
      orders: {
        columns: { id, at: 'Date', total: 'Number', status: 'String', customerId: 'Number' },
        relations: {
          customer: {
            kind: 'ManyToOne',
            foreignCollection: 'customers',
            keys: [{ from: 'customerId', to: 'id' }],
          },
          tags: {
            kind: 'ManyToMany',
            foreignCollection: 'tags',
            throughCollection: 'orderTags',
            originKeys: [{ from: 'id', to: 'orderId' }],
            foreignKeys: [{ from: 'tagId', to: 'id' }],
          },
        },
        records: orders,
      },
      customers: {
        columns: { id, name: 'String' },
        relations: {
          orders: {
            kind: 'OneToMany',
            foreignCollection: 'orders',
            keys: [{ from: 'id', to: 'customerId' }],
          },
        },
        records: [
          { id: 1, name: 'Ada' },
          { id: 2, name: 'Bob' },
          { id: 3, name: 'Eve' },
        ],
      },
      tags: {
        columns: { id, label: 'String', weight: 'Number' },
        relations: {
          orders: {
            kind: 'ManyToMany',
            foreignCollection: 'orders',
            throughCollection: 'orderTags',
            originKeys: [{ from: 'id', to: 'tagId' }],
            foreignKeys: [{ from: 'orderId', to: 'id' }],
          },
        },
        records: [
          { id: 1, label: 'new', weight: 2 },
          { id: 2, label: 'vip', weight: 3 },
        ],
      },
      orderTags: {
        columns: {
          orderId: { type: 'Number', isPrimaryKey: true },
          tagId: { type: 'Number', isPrimaryKey: true },
        },
        relations: {
          order: {
            kind: 'ManyToOne',
            foreignCollection: 'orders',
            keys: [{ from: 'orderId', to: 'id' }],
          },
          tag: {
            kind: 'ManyToOne',
            foreignCollection: 'tags',
            keys: [{ from: 'tagId', to: 'id' }],
          },
        },
        records: [
          { orderId: 1, tagId: 1 },
          { orderId: 2, tagId: 1 },
          { orderId: 3, tagId: 1 },
          { orderId: 3, tagId: 2 },
        ],
      },
    }),
  )
  agent.mountOnStandaloneServer(0, '127.0.0.1')
  await agent.start()
  root = `http://127.0.0.1:${agent.standaloneServerPort}/service`
})

afterAll(async () => {
  await agent.stop()
  await rm(folder, { recursive: true })
  vi.useRealTimers()
})

beforeEach(() => {
  service.setScope(1, 'orders', null)
  service.setScope(1, 'customers', null)
  service.setScope(1, 'tags', null)
  service.setCharts(1, [])
  service.setRights('customers', true)
  service.setRights('orders', true)
})

interface Asked {
  readonly userId?: number
  readonly timezone?: string
  readonly collection?: string
}

const post = async (
  chart: object | string,
  { userId = 1, timezone = 'UTC', collection = 'orders' }: Asked,
) => {
  const token = await new SignJWT({ id: userId, renderingId: 1 })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(authSecret))
  return fetch(`${root}/stats/${collection}?timezone=${timezone}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: typeof chart === 'string' ? chart : JSON.stringify(chart),
  })
}

const chartValue = async (chart: object, asked: Asked = {}): Promise<unknown> => {
  const response = await post(chart, asked)
  const document = (await response.json()) as { data: { attributes: { value: unknown } } }
  expect(response.status, JSON.stringify(document)).toBe(200)
  expect(document).toEqual({
    data: { id: expect.any(String), type: 'stats', attributes: { value: expect.anything() } },
  })
  return document.data.attributes.value
}

const refusal = async (chart: object | string, asked: Asked = {}) => {
  const response = await post(chart, asked)
  const { errors } = (await response.json()) as { errors: { detail: string }[] }
  return `${response.status} ${errors[0]?.detail}`
}

const count = { type: 'Value', aggregator: 'Count' }

describe('a Value chart', () => {
  it('counts, sums, averages and finds extremes', async () => {
    const over = (aggregator: string) => ({ ...count, aggregator, aggregateFieldName: 'total' })
    expect(await chartValue(count)).toEqual({ countCurrent: 10 })
    expect(await chartValue(over('Count'))).toEqual({ countCurrent: 9 })
    expect(await chartValue(over('Sum'))).toEqual({ countCurrent: 375 })
    expect(await chartValue(over('Max'))).toEqual({ countCurrent: 90 })
    expect(await chartValue(over('Min'))).toEqual({ countCurrent: 5 })
    expect(await chartValue(over('Avg'))).toEqual({ countCurrent: 375 / 9 })
  })

  it('is 0 over nothing', async () => {
    const filter = { field: 'status', operator: 'equal', value: 'nope' }
    const sum = { ...count, aggregator: 'Sum', aggregateFieldName: 'total', filter }
    expect(await chartValue(sum)).toEqual({ countCurrent: 0 })
  })

  it('reads the filter as an object, as text and under its other name', async () => {
    const filter = { field: 'status', operator: 'equal', value: 'paid' }
    for (const given of [{ filter }, { filter: JSON.stringify(filter) }, { filters: filter }]) {
      expect(await chartValue({ ...count, ...given })).toEqual({ countCurrent: 6 })
    }
  })

  const period = (operator: string, value?: number) => ({
    ...count,
    filter: { field: 'at', operator, value },
  })

  it('compares with the period before, in the time zone of the caller', async () => {
    expect(await chartValue(period('today'))).toEqual({ countCurrent: 1, countPrevious: 1 })
    // The 27th has 25 hours in Paris and includes 22:30 UTC of the 26th.
    const twoDays = period('previous_x_days', 2)
    expect(await chartValue(twoDays)).toEqual({ countCurrent: 1, countPrevious: 5 })
    expect(await chartValue(twoDays, { timezone: 'Europe/Paris' })).toEqual({
      countCurrent: 2,
      countPrevious: 4,
    })
    expect(await chartValue(period('previous_year'))).toEqual({ countCurrent: 1, countPrevious: 0 })
    expect(await chartValue(period('previous_year'), { timezone: 'Europe/Paris' })).toEqual({
      countCurrent: 0,
      countPrevious: 0,
    })
  })

  it('compares also when the period is one of several conditions and the user has a scope', async () => {
    service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'paid' })
    const filter = {
      aggregator: 'and',
      conditions: [
        { field: 'at', operator: 'previous_x_days', value: 2 },
        { field: 'total', operator: 'greater_than', value: 10 },
      ],
    }
    expect(await chartValue({ ...count, filter })).toEqual({ countCurrent: 1, countPrevious: 2 })
  })
})

describe('an Objective chart', () => {
  it('answers the value alone', async () => {
    expect(await chartValue({ type: 'Objective', aggregator: 'Count', objective: 200 })).toEqual({
      value: 10,
    })
  })
})

describe('a Pie chart', () => {
  it('orders slices by value and keeps null', async () => {
    const pie = { type: 'Pie', aggregator: 'Count', groupByFieldName: 'status' }
    expect(await chartValue(pie)).toEqual([
      { key: 'paid', value: 6 },
      { key: 'open', value: 3 },
      { key: null, value: 1 },
    ])
  })

  it('groups by a field of a relation', async () => {
    const pie = {
      type: 'Pie',
      aggregator: 'Sum',
      aggregateFieldName: 'total',
      groupByFieldName: 'customer:name',
    }
    expect(await chartValue(pie)).toEqual([
      { key: 'Ada', value: 125 },
      { key: 'Eve', value: 110 },
      { key: 'Bob', value: 70 },
      { key: null, value: 70 },
    ])
  })
})

describe('a Line chart', () => {
  const line = (timeRange: string, extra: object = {}) => ({
    type: 'Line',
    aggregator: 'Count',
    groupByFieldName: 'at',
    timeRange,
    ...extra,
  })
  const lastWeek = { filter: { field: 'at', operator: 'after', value: '2024-10-20T00:00:00Z' } }

  const points = async (chart: object, timezone?: string) => {
    const value = (await chartValue(chart, { timezone })) as {
      label: string
      values: { value: number }
    }[]
    return value.map(point => `${point.label}: ${point.values.value}`)
  }

  it('has a point per day of the caller, gaps included, across the change of the clock', async () => {
    expect(await points(line('Day', lastWeek))).toEqual([
      '26/10/2024: 2',
      '27/10/2024: 3',
      '28/10/2024: 0',
      '29/10/2024: 1',
      '30/10/2024: 1',
    ])
    expect(await points(line('Day', lastWeek), 'Europe/Paris')).toEqual([
      '26/10/2024: 1',
      '27/10/2024: 3',
      '28/10/2024: 1',
      '29/10/2024: 1',
      '30/10/2024: 1',
    ])
    expect(await points(line('Day', lastWeek), 'Pacific/Auckland')).toEqual([
      '27/10/2024: 3',
      '28/10/2024: 2',
      '29/10/2024: 0',
      '30/10/2024: 2',
    ])
  })

  it('agrees with the calendar of the zone for every order', async () => {
    for (const timezone of ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata']) {
      const format = new Intl.DateTimeFormat('en-GB', { timeZone: timezone })
      const expected = new Map<string, number>()
      for (const { at } of orders) {
        if (at === null) continue
        const day = format.format(new Date(at))
        expected.set(day, (expected.get(day) ?? 0) + 1)
      }
      const found = (await points(line('Day'), timezone)).filter(point => !point.endsWith(': 0'))
      expect(found.sort()).toEqual([...expected].map(([day, n]) => `${day}: ${n}`).sort())
    }
  })

  it('has points per week, month, quarter and year', async () => {
    expect(await points(line('Week', lastWeek), 'Europe/Paris')).toEqual([
      'W43-2024: 4',
      'W44-2024: 3',
    ])
    const months = await points(line('Month'))
    expect(months).toHaveLength(11)
    expect([months[0], months[3], months[10]]).toEqual(['Dec 23: 1', 'Mar 24: 1', 'Oct 24: 7'])
    expect(await points(line('Quarter'), 'Europe/Paris')).toEqual([
      'Q1-2024: 2',
      'Q2-2024: 0',
      'Q3-2024: 0',
      'Q4-2024: 7',
    ])
    expect(await points(line('Year'))).toEqual(['2023: 1', '2024: 8'])
    expect(await points(line('Year'), 'Europe/Paris')).toEqual(['2024: 9'])
  })

  it('refuses a time range or a field that is no date', async () => {
    expect(await refusal(line('Hour'))).toMatch(/^400 .*Hour.*Year, Quarter, Month, Week, Day/)
    expect(await refusal(line('Day', { groupByFieldName: 'status' }))).toMatch(/^400 .*not a date/)
  })
})

describe('a Leaderboard chart', () => {
  const board = {
    type: 'Leaderboard',
    aggregator: 'Sum',
    aggregateFieldName: 'total',
    labelFieldName: 'name',
    relationshipFieldName: 'orders',
    limit: 2,
  }
  const customers = { collection: 'customers' }

  it('ranks records by a one-to-many relation', async () => {
    expect(await chartValue(board, customers)).toEqual([
      { key: 'Ada', value: 125 },
      { key: 'Eve', value: 110 },
    ])
  })

  it('ranks records by a many-to-many relation', async () => {
    const tags = { ...board, labelFieldName: 'label', relationshipFieldName: 'orders', limit: 5 }
    expect(await chartValue(tags, { collection: 'tags' })).toEqual([
      { key: 'new', value: 60 },
      { key: 'vip', value: 30 },
    ])
    const counted = { ...tags, aggregator: 'Count', aggregateFieldName: null }
    expect(await chartValue(counted, { collection: 'tags' })).toEqual([
      { key: 'new', value: 3 },
      { key: 'vip', value: 1 },
    ])
  })

  it('leaves out what is outside the scope of either side', async () => {
    service.setScope(1, 'orders', { field: 'status', operator: 'equal', value: 'paid' })
    service.setScope(1, 'customers', { field: 'name', operator: 'not_equal', value: 'Ada' })
    expect(await chartValue(board, customers)).toEqual([
      { key: 'Eve', value: 60 },
      { key: 'Bob', value: 40 },
    ])
    const tags = {
      ...board,
      labelFieldName: 'label',
      aggregator: 'Count',
      aggregateFieldName: null,
    }
    expect(await chartValue(tags, { collection: 'tags' })).toEqual([{ key: 'new', value: 2 }])
  })

  it('needs a to-many relation and a sensible limit', async () => {
    const toOne = { ...board, labelFieldName: 'id', relationshipFieldName: 'customer' }
    expect(await refusal(toOne)).toMatch(/^400 .*not a to-many relation/)
    expect(await refusal({ ...board, limit: 0 }, customers)).toMatch(/^400 .*from 1 to 1000/)
    expect(await refusal({ ...board, limit: 'ten' }, customers)).toMatch(/^400 /)
  })

  it('needs browse on the collection it aggregates', async () => {
    service.setRights('orders', { read: true })
    expect(await refusal(board, customers)).toMatch(/^403 .*'browse' right on 'orders'/)
  })
})

describe('permission to run a chart', () => {
  it('is given to users whose team has exactly this chart', async () => {
    const chart = { ...count, sourceCollectionName: 'orders' }
    expect(await refusal(chart, { userId: 2 })).toMatch(/^403 /)
    service.setCharts(1, [chart])
    expect(await chartValue(chart, { userId: 2 })).toEqual({ countCurrent: 10 })
    const filter = { field: 'id', operator: 'equal', value: 1 }
    expect(await refusal({ ...chart, filter }, { userId: 2 })).toMatch(/^403 /)
  })

  it('does not carry over to another collection', async () => {
    service.setCharts(1, [{ ...count, sourceCollectionName: 'orders' }])
    const asked = { userId: 2, collection: 'customers' }
    expect(await refusal(count, asked)).toMatch(/^403 /)
    expect(await refusal({ ...count, sourceCollectionName: 'orders' }, asked)).toMatch(/^400 /)
  })

  it('needs browse on the collection and on the relations it goes through', async () => {
    service.setRights('customers', false)
    expect(await refusal(count, { collection: 'customers' })).toMatch(/^403 /)
    const pie = { type: 'Pie', aggregator: 'Count', groupByFieldName: 'customer:name' }
    expect(await refusal(pie)).toMatch(/^403 .*'customer'/)
  })
})

describe('variables in a chart', () => {
  const filter = { field: 'status', operator: 'equal', value: '{{status}}' }

  it('take the values of the user and those sent with the chart', async () => {
    const own = { ...filter, value: '{{currentUser.tags.status}}' }
    service.setCharts(1, [{ ...count, sourceCollectionName: 'orders', filter: own }])
    expect(await chartValue({ ...count, filter: own }, { userId: 2 })).toEqual({ countCurrent: 6 })
    const contextVariables = { status: 'open' }
    expect(await chartValue({ ...count, filter, contextVariables })).toEqual({ countCurrent: 3 })
  })

  it('cannot speak for the user', async () => {
    const own = { ...filter, value: '{{currentUser.tags.status}}' }
    const contextVariables = { 'currentUser.tags.status': 'open' }
    expect(await refusal({ ...count, filter: own, contextVariables })).toMatch(
      /^400 No value was given for \{\{currentUser\.tags\.status\}\}/,
    )
  })
})

describe('a malformed chart', () => {
  it.each([
    [{}, /chart type is undefined/],
    [{ type: 'Percentage', aggregator: 'Count' }, /must be one of: Value/],
    [{ type: 'Value' }, /aggregator is undefined/],
    [{ type: 'Value', aggregator: 'Median' }, /Count, Sum, Avg, Max, Min/],
    [{ type: 'Value', aggregator: 'Sum' }, /needs 'aggregateFieldName'/],
    [{ type: 'Value', aggregator: 'Sum', aggregateFieldName: 'status' }, /not a Number/],
    [{ type: 'Value', aggregator: 'Sum', aggregateFieldName: 'nope' }, /No field 'nope'/],
    [{ type: 'Value', aggregator: 'Count', filter: '{' }, /Invalid filters/],
    [{ type: 'Pie', aggregator: 'Count' }, /needs 'groupByFieldName'/],
    [{ type: 'Pie', aggregator: 'Count', groupByFieldName: 'tags:label' }, /to-one relations/],
  ])('is a 400 that says what is wrong: %o', async (chart, detail) => {
    const text = await refusal(chart)
    expect(text).toMatch(/^400 /)
    expect(text).toMatch(detail)
  })

  it('needs a time zone and a collection that exists', async () => {
    expect(await refusal(count, { timezone: 'Mars/Base' })).toMatch(/^400 .*IANA/)
    expect(await refusal(count, { collection: 'nope' })).toMatch(/^404 /)
  })
})

describe('a hostile chart', () => {
  // As text: JSON.stringify would exhaust the stack of the test itself.
  const nested = (depth: number) =>
    `{"type":"Value","aggregator":"Count","filter":${'{"conditions":['.repeat(depth)}${']}'.repeat(depth)}}`

  it.each([
    ['a filter nested very deeply', nested(20_000)],
    ['a limit with methods', { type: 'Leaderboard', limit: { valueOf: 1, toString: 1 } }],
    [
      'a variable with methods',
      {
        ...count,
        filter: { field: 'id', operator: 'equal', value: '{{x}}' },
        contextVariables: { x: { toString: 1 } },
      },
    ],
    ['a type from the prototype', { ...count, type: '__proto__' }],
    ['variables that are a list', { ...count, contextVariables: [] }],
    ['a very long type', { ...count, type: 'x'.repeat(100_000) }],
  ])('is a 400 with a short text: %s', async (_, chart) => {
    for (const userId of [1, 2]) {
      const text = await refusal(chart, { userId, collection: 'customers' })
      expect(text).toMatch(userId === 1 ? /^400 / : /^40[03] /)
      expect(text.length).toBeLessThan(400)
    }
  })
})

describe('the variables of a dashboard', () => {
  const since = (value: string) => ({
    aggregator: 'or',
    conditions: [
      { field: 'at', operator: 'equal', value },
      { field: 'at', operator: 'after', value },
    ],
  })
  const chart = {
    ...count,
    sourceCollectionName: 'orders',
    filter: {
      aggregator: 'and',
      conditions: [
        since('{{range.from}}'),
        { field: 'at', operator: 'before', value: '{{range.to}}' },
        { field: 'status', operator: 'equal', value: '{{filters.status}}' },
      ],
    },
  }
  const october = {
    'range.from': '2024-10-26T22:30:00.000Z',
    'range.to': '2024-10-27T22:30:00.000Z',
    'filters.status': null,
  }
  const withVariables = (contextVariables: object) => ({ ...chart, contextVariables })

  beforeEach(() => service.setCharts(1, [chart]))

  it('restrict a chart of the team, and nothing where they are null', async () => {
    const ask = (more: object = {}) =>
      chartValue(withVariables({ ...october, ...more }), { userId: 2 })
    expect(await ask()).toEqual({ countCurrent: 2 })
    expect(await ask({ 'filters.status': 'paid' })).toEqual({ countCurrent: 1 })
    expect(await ask({ 'range.from': null })).toEqual({ countCurrent: 5 })
    expect(await ask({ 'range.from': null, 'range.to': null })).toEqual({ countCurrent: 10 })
  })

  it('leave a chart forbidden that is not of the team', async () => {
    const other = { ...withVariables(october), aggregator: 'Sum', aggregateFieldName: 'total' }
    expect(await refusal(other, { userId: 2 })).toMatch(/^403 This chart is not one of your team/)
    const { filter: _, ...unfiltered } = withVariables(october)
    expect(await refusal(unfiltered, { userId: 2 })).toMatch(/^403/)
  })

  it('must be sent, and only they can be null', async () => {
    expect(await refusal(withVariables({ ...october, 'range.to': undefined }))).toBe(
      '400 No value was given for {{range.to}}.',
    )
    const filter = { field: 'status', operator: 'equal', value: '{{record.status}}' }
    const contextVariables = { 'record.status': null }
    expect(await refusal({ ...count, filter, contextVariables })).toBe(
      '400 No value was given for {{record.status}}.',
    )
    const mine = { field: 'status', operator: 'equal', value: '{{currentUser.tags.none}}' }
    const sent = { 'currentUser.tags.none': null }
    expect(await refusal({ ...count, filter: mine, contextVariables: sent })).toBe(
      '400 No value was given for {{currentUser.tags.none}}.',
    )
  })

  it('can name the range before, whose value is then returned too', async () => {
    const previous = {
      'range.previous.from': '2024-10-26T20:00:00.000Z',
      'range.previous.to': '2024-10-26T22:30:00.000Z',
    }
    expect(await chartValue(withVariables({ ...october, ...previous }), { userId: 2 })).toEqual({
      countCurrent: 2,
      countPrevious: 1,
    })
    expect(await chartValue({ ...count, contextVariables: previous })).toEqual({ countCurrent: 10 })
  })
})

it('a Line chart names its periods beside the value, when it is asked to', async () => {
  const line = { type: 'Line', aggregator: 'Count', groupByFieldName: 'at', timeRange: 'Quarter' }
  const timezone = 'Europe/Paris&withDates=true'
  const response = await post(line, { timezone })
  const { attributes } = ((await response.json()) as { data: { attributes: object } }).data
  expect(attributes).toEqual({
    value: await chartValue(line, { timezone: 'Europe/Paris' }),
    timeRange: 'Quarter',
    dates: ['2024-01-01', '2024-04-01', '2024-07-01', '2024-10-01'],
  })
  expect((await (await post(count, { timezone })).json()) as object).toMatchObject({
    data: { attributes: { value: { countCurrent: 10 } } },
  })
})
