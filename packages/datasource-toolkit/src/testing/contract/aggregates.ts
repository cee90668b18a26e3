import { describe, expect, it } from 'vitest'
import { ConditionTreeFactory } from '../../condition-tree/factory.js'
import { ConditionTreeLeaf } from '../../condition-tree/leaf.js'
import { zoneOffsets } from '../../dates/zone.js'
import { type Aggregation, aggregateOperations, dateOperations } from '../../query.js'
import type { Call, DataSource, Row } from '../../source.js'
import { requireCollection } from '../adapt-scan.js'
import type { TestTable } from '../tables.js'
import { expectAggregate } from './opened.js'
import { call } from './samples.js'
import { join, node, shop } from './shop.js'

const zones = [
  'UTC',
  'Europe/Paris',
  'America/New_York',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
] as const

/** Instants around each offset change and each local new year, month and Monday of those zones. */
function eventRows(): Row[] {
  const from = new Date('2023-12-20T00:00:00Z')
  const to = new Date('2025-01-10T00:00:00Z')
  const hour = 3_600_000
  const instants = zones.flatMap(zone =>
    zoneOffsets(zone, from, to).flatMap(({ from: change, offsetSeconds }) => {
      const midnights = ['2024-01-01', '2024-03-31', '2024-04-01', '2024-07-01', '2024-11-04'].map(
        day => Date.parse(`${day}T00:00:00Z`) - offsetSeconds * 1000,
      )
      const moments = [change.getTime(), change.getTime() - hour, ...midnights]
      return moments.flatMap(moment => [moment - 1, moment, moment + hour])
    }),
  )
  const never = Date.parse('9999-12-31T12:00:00Z')
  return [...new Set([...instants, never])].map((instant, index) => ({
    id: index + 1,
    at: index % 17 === 3 ? null : new Date(instant).toISOString(),
    day: index % 13 === 5 ? null : new Date(instant).toISOString().slice(0, 10),
    amount: index % 5,
  }))
}

export const events: TestTable = {
  name: 'events',
  columns: [
    { name: 'id', type: 'Number' },
    { name: 'at', type: 'Date' },
    { name: 'day', type: 'Dateonly' },
    { name: 'amount', type: 'Number' },
  ],
  primaryKey: ['id'],
  foreignKeys: [],
  rows: eventRows(),
}

const statusPaid = new ConditionTreeLeaf('status', 'Equal', 'paid')

export function describeAggregates(source: () => DataSource): void {
  const expectOrders = (aggregation: Aggregation, rest: object = {}) =>
    expectAggregate(source(), shop, { select: node('orders'), aggregation, ...rest })

  for (const operation of aggregateOperations) {
    it(`${operation} over all rows`, () => expectOrders({ operation, field: 'amount' }))
    it(`${operation} of the rows that match`, () =>
      expectOrders({ operation, field: 'amount' }, { where: statusPaid }))
    it(`${operation} per group, with a group of nulls`, () =>
      expectOrders({ operation, field: 'amount', groups: [{ field: 'status' }] }))
    it(`${operation} over no row returns one group`, () =>
      expectOrders({ operation, field: 'amount' }, { where: ConditionTreeFactory.matchNone }))
    it(`${operation} per group over no row returns no group`, () =>
      expectOrders(
        { operation, field: 'amount', groups: [{ field: 'status' }] },
        { where: ConditionTreeFactory.matchNone },
      ))
  }

  it('Count without a field counts rows as a number', async () => {
    const scan = { select: node('orders'), aggregation: { operation: 'Count' as const } }
    const groups = await requireCollection(source(), 'orders').aggregate(scan, call)
    expect(groups).toEqual([{ value: 12, group: {} }])
  })

  it('Avg has the digits of a double, not those of the column', () =>
    expectAggregate(source(), shop, {
      select: node('customers'),
      aggregation: { operation: 'Avg', field: 'id', groups: [{ field: 'managerId' }] },
    }))

  it('Max and Min of dates keep their form', async () => {
    for (const operation of ['Max', 'Min'] as const) {
      await expectOrders({ operation, field: 'placedAt' })
      await expectOrders({ operation, field: 'dueOn' })
    }
  })

  it('groups by several fields', () =>
    expectOrders({
      operation: 'Count',
      groups: [{ field: 'shopRegion' }, { field: 'status' }],
    }))

  it('orders groups by value, then by group, and cuts them', async () => {
    for (const limit of [1, 2, 3, 100]) {
      await expectOrders({ operation: 'Count', groups: [{ field: 'customerId' }] }, { limit })
    }
  })

  for (const timezone of zones) {
    describe(`buckets in ${timezone}`, () => {
      const at: Call = { ...call, timezone }
      for (const operation of dateOperations) {
        for (const field of ['at', 'day']) {
          it(`${operation} of ${field}`, () =>
            expectAggregate(
              source(),
              [events],
              {
                select: { collection: 'events', columns: [], joins: [] },
                aggregation: { operation: 'Count', groups: [{ field, operation }] },
              },
              at,
            ))
        }
      }
    })
  }
}

export function describeJoinedAggregates(source: () => DataSource): void {
  const customer = join('orders', 'customer', { joins: [join('customers', 'country')] })

  it('groups by a related column', () =>
    expectAggregate(source(), shop, {
      select: node('orders', [customer]),
      aggregation: { operation: 'Sum', field: 'amount', groups: [{ field: 'customer:fullName' }] },
    }))

  it('filters through a relation and aggregates a related column', () =>
    expectAggregate(source(), shop, {
      select: node('orders', [customer]),
      where: new ConditionTreeLeaf('customer:country:name', 'Present'),
      aggregation: {
        operation: 'Max',
        field: 'customer:id',
        groups: [{ field: 'placedAt', operation: 'Quarter' }, { field: 'customer:country:name' }],
      },
    }))
}
