import type { Row } from '@service/datasource-toolkit'
import type { OpenedSource, TestTable } from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { type StartedAgent, startAgent } from '@service/test-support/agent'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  type ChartAnswer,
  type ChartData,
  readChart,
} from '../../../apps/panel/src/core/charts/chart-data.js'
import type { ChartMark } from '../../../apps/panel/src/core/charts/chart-marks.js'
import { buildChartRequests } from '../../../apps/panel/src/core/charts/chart-request.js'
import { buildDashboardVariables } from '../../../apps/panel/src/core/charts/chart-variables.js'
import { findMarkList, type ShownChart } from '../../../apps/panel/src/core/charts/drill-down.js'
import { formatFilter, parseFilter } from '../../../apps/panel/src/core/list/filter-text.js'
import { applyLayout } from '../../../apps/panel/src/core/schema/apply-layout.js'
import type { Collections } from '../../../apps/panel/src/core/schema/collection-model.js'
import type { SourceKind } from './differential-sources.js'
import { listSourceStarters } from './source-starters.js'

type ChartDefinition = ShownChart['definition']
type PanelSchema = Parameters<typeof applyLayout>[0]

const zones = ['Europe/Paris', 'America/New_York', 'Asia/Kolkata'] as const
const rowCount = 120

/** Around midnight and the changes of the clock in all zones, and some days that are ordinary. */
const instants = [
  // Paris: summer time begins and ends at 01:00 UTC; midnights are at 22:00 and 23:00 UTC.
  ...['2024-03-30T23:00:00.000Z', '2024-03-31T00:59:59.999Z', '2024-03-31T01:00:00.000Z'],
  ...['2024-03-31T22:00:00.000Z', '2024-03-31T21:59:59.999Z', '2024-10-27T00:30:00.000Z'],
  ...['2024-10-27T01:30:00.000Z', '2024-10-26T22:00:00.000Z', '2024-10-27T23:00:00.000Z'],
  // New York: at 07:00 and 06:00 UTC; midnights are at 05:00 and 04:00 UTC.
  ...['2024-03-10T05:00:00.000Z', '2024-03-10T07:00:00.000Z', '2024-03-11T04:00:00.000Z'],
  ...['2024-11-03T04:00:00.000Z', '2024-11-03T05:30:00.000Z', '2024-11-03T06:30:00.000Z'],
  ...['2024-11-04T05:00:00.000Z', '2024-11-04T04:59:59.999Z'],
  // Kolkata: midnight is at 18:30 UTC, all year.
  ...['2024-03-31T18:30:00.000Z', '2024-03-31T18:29:59.999Z', '2024-12-31T18:30:00.000Z'],
  ...['2024-12-31T23:00:00.000Z', '2025-01-01T05:00:00.000Z', '2024-06-15T12:00:00.000Z'],
]

const cities = ['Lyon', 'Paris', '', "L'Île, (nord)", null]
const statuses = ['paid', 'shipped', 'null', ' 12', '', null]

const row: fc.Arbitrary<Row> = fc.record({
  customer_id: fc.option(fc.integer({ min: 1, max: 8 })),
  status: fc.constantFrom(...statuses),
  kind: fc.constantFrom('web', 'shop', null),
  total: fc.option(fc.integer({ min: -3, max: 3 })),
  is_express: fc.option(fc.boolean()),
  ordered_at: fc.option(fc.constantFrom(...instants), { freq: 12 }),
  paid_on: fc.option(
    fc.constantFrom('2024-02-29', '2024-03-31', '2024-04-01', '2024-12-30', '2025-01-01'),
  ),
})

function createTables(): readonly TestTable[] {
  const [rows = []] = fc.sample(fc.array(row, { minLength: rowCount, maxLength: rowCount }), {
    numRuns: 1,
    seed: fuzzSeed,
  })
  return [
    {
      name: 'customers',
      columns: [
        { name: 'id', type: 'Number' },
        { name: 'city', type: 'String' },
      ],
      primaryKey: ['id'],
      foreignKeys: [],
      rows: Array.from({ length: 8 }, (_, index) => ({
        id: index + 1,
        city: cities[index % cities.length] ?? null,
      })),
    },
    {
      name: 'orders',
      columns: [
        { name: 'id', type: 'Number' },
        { name: 'customer_id', type: 'Number' },
        { name: 'status', type: 'String' },
        { name: 'kind', type: 'Enum', enumValues: ['shop', 'web'] },
        { name: 'total', type: 'Number' },
        { name: 'is_express', type: 'Boolean' },
        { name: 'ordered_at', type: 'Date' },
        { name: 'paid_on', type: 'Dateonly' },
      ],
      primaryKey: ['id'],
      foreignKeys: [{ as: 'customer', columns: ['customer_id'], table: 'customers', to: ['id'] }],
      rows: rows.map((values, index) => ({ id: index + 1, ...values })),
    },
  ]
}

const groups = ['status', 'kind', 'total', 'is_express', 'ordered_at', 'paid_on', 'customer:city']

const range = {
  aggregator: 'and',
  conditions: [
    {
      aggregator: 'or',
      conditions: [
        { field: 'ordered_at', operator: 'equal', value: '{{range.from}}' },
        { field: 'ordered_at', operator: 'after', value: '{{range.from}}' },
      ],
    },
    { field: 'ordered_at', operator: 'before', value: '{{range.to}}' },
  ],
}
const filters = [
  null,
  range,
  { field: 'paid_on', operator: 'before', value: '{{range.toDay}}' },
  { field: 'status', operator: 'equal', value: '{{filters.status}}' },
  {
    aggregator: 'and',
    conditions: [range, { field: 'customer:city', operator: 'equal', value: '{{filters.city}}' }],
  },
  { aggregator: 'or', conditions: [{ field: 'kind', operator: 'missing' }, range] },
]

const counted = fc.record({
  sourceCollectionName: fc.constant('orders'),
  aggregator: fc.constant('Count' as const),
  aggregateFieldName: fc.constantFrom(null, 'status', 'total', 'paid_on'),
  filter: fc.constantFrom(...filters),
})
const grouped = fc.record({ groupByFieldName: fc.constantFrom(...groups) })
const dated = fc.record({
  groupByFieldName: fc.constantFrom('ordered_at', 'paid_on'),
  timeRange: fc.constantFrom('Day', 'Week', 'Month', 'Quarter', 'Year'),
})
const board = fc.record({
  sourceCollectionName: fc.constant('customers'),
  aggregator: fc.constant('Count' as const),
  aggregateFieldName: fc.constantFrom(null, 'status', 'total'),
  relationshipFieldName: fc.constant('orders'),
  labelFieldName: fc.constantFrom('city', 'id'),
})

const definition = fc.oneof(
  counted.map(base => ({ type: 'Value', ...base })),
  counted.map(base => ({ type: 'Objective', objective: 10, ...base })),
  fc.tuple(counted, grouped).map(([base, group]) => ({ type: 'Pie', ...base, ...group })),
  {
    weight: 3,
    arbitrary: fc.tuple(counted, dated).map(([a, b]) => ({ type: 'Line', ...a, ...b })),
  },
  board.map(base => ({ type: 'Leaderboard', ...base })),
) as fc.Arbitrary<ChartDefinition>

const choice = fc.record({
  range: fc.constantFrom(
    'all_time' as const,
    'this_month' as const,
    { from: '2024-03-31', to: '2024-03-31' },
    { from: '2024-01-01', to: '2024-10-27' },
    { from: '2024-11-03', to: '2024-11-03' },
  ),
  filters: fc.record({
    status: fc.constantFrom(null, 'paid', '', 'null'),
    city: fc.constantFrom(null, 'Lyon', "L'Île, (nord)"),
  }),
})

interface Drawn {
  readonly mark: ChartMark
  readonly value: number | null
}

/** What can be clicked: each number, part and period, and the last parts together. */
function listMarks(data: ChartData): readonly Drawn[] {
  if ('parts' in data) {
    const others = data.parts.slice(2)
    const sum = others.reduce((total, { value }) => total + value, 0)
    const together: Drawn = {
      mark: { kind: 'others', keys: others.map(({ key }) => key) },
      value: sum,
    }
    return [
      ...data.parts.map(({ key, value }) => ({ mark: { kind: 'part', key } as const, value })),
      ...(others.length > 0 ? [together] : []),
    ]
  }
  if ('lines' in data) {
    return data.lines.flatMap(({ values }, line) =>
      values.map((value, index) => ({ mark: { kind: 'period', index, line } as const, value })),
    )
  }
  return [{ mark: { kind: 'all' }, value: data.kind === 'smart' ? null : data.value }]
}

/** Databases that know the relations of their tables. */
const starters = listSourceStarters({
  postgresUrl: inject('postgresUrl'),
  mariadbUrl: inject('mariadbUrl'),
  mongoUrl: undefined,
}).filter(([name]) => name !== 'memory' && name !== 'MongoDB')

describe.each(starters)('the list behind each mark of a chart on %s', (_name, start) => {
  let kind: SourceKind
  let opened: OpenedSource
  let started: StartedAgent
  let collections: Collections

  beforeAll(async () => {
    if (!start) return
    kind = await start()
    opened = await kind.open(createTables())
    started = await startAgent(agent =>
      agent.addDataSource(async () => ({ ...opened.source, close: async () => {} })),
    )
    const schema = (await ask('GET', '/_internal/schema', 'UTC')) as PanelSchema
    collections = applyLayout(schema, null)
  })
  afterAll(async () => {
    await started?.close()
    await opened?.close()
    await kind?.stop()
  })

  async function ask(
    method: string,
    path: string,
    timezone: string,
    { query = {}, body }: { query?: Readonly<Record<string, string>>; body?: object } = {},
  ): Promise<unknown> {
    const search = new URLSearchParams({ ...query, timezone })
    const response = await fetch(`${started.url}${path}?${search}`, {
      method,
      headers: {
        authorization: `Bearer ${started.token}`,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    expect(response.status, `${text}\n${JSON.stringify(body ?? query)}`).toBe(200)
    return JSON.parse(text)
  }

  it.skipIf(!start)('has as many records as the mark says, in three time zones', async () => {
    let marks = 0
    const run = async (
      chart: ChartDefinition,
      chosen: Parameters<typeof buildDashboardVariables>[0],
      timezone: string,
    ) => {
      const variables = buildDashboardVariables(chosen, new Date().toISOString(), timezone)
      const [request] = buildChartRequests({ definition: chart }, [], variables)
      const { method, path, query, body } = request!
      const response = (await ask(method, path, timezone, { query, body })) as {
        data: { attributes: ChartAnswer }
      }
      const data = readChart(chart, response.data.attributes)
      expect(data).toBeDefined()
      const shown = { definition: chart, data: data!, variables, collections, timezone }
      const drawn = listMarks(data!)
      for (const { mark, value } of drawn.slice(0, 40)) {
        const list = findMarkList(shown, mark)
        expect(list, JSON.stringify(mark)).toBeDefined()
        const { filter, view } = list!.state
        expect(view).toBe(0)
        // The address of the list carries the filter as text.
        const read = filter && parseFilter(formatFilter(filter))
        const { count } = (await ask('GET', `/${list!.collection}/count`, timezone, {
          query: read ? { filters: JSON.stringify(read) } : {},
        })) as { count: number }
        expect(count, `${JSON.stringify(mark)} ${JSON.stringify(read)}`).toBe(value)
        marks += 1
      }
    }
    await fc.assert(fc.asyncProperty(definition, choice, fc.constantFrom(...zones), run), {
      numRuns: chooseRounds(6, 75),
      interruptAfterTimeLimit: 240_000,
    })
    // Charts without marks would prove nothing.
    expect(marks).toBeGreaterThan(20)
  })
})
