import type { FilterTree } from '@service/agent-client'
import { createRandom, type Random } from '@service/datasource-toolkit/testing'
import { chooseRounds, fuzzSeed } from '@service/test-support'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { demoData, type Order, type OrderEvent } from './demo-data.js'
import { type OpenTest, openTest } from './testing/open-test.js'

const postgresUrl = inject('postgresUrl')
const mongoUrl = inject('mongoUrl')
const cases = chooseRounds(50, 150)

type Value = string | number | null
type Flat = Readonly<Record<string, Value>>
/** Some orders point at events that are not there, and events at orders that are gone. */
const demo = demoData(60)
const orders = demo.orders.map(order =>
  order.id % 11 === 0 ? { ...order, last_event_id: 'f'.repeat(24) } : order,
)
const events = demo.events.map(event =>
  Number.parseInt(event._id, 16) % 13 === 0 ? { ...event, orderId: 1000 + event.orderId } : event,
)

const ofOrder = (prefix: string, order: Order | undefined): Flat => ({
  [`${prefix}reference`]: order?.reference ?? null,
  [`${prefix}customer`]: order?.customer ?? null,
  [`${prefix}status`]: order?.status ?? null,
  [`${prefix}total`]: order?.total ?? null,
})
const ofEvent = (prefix: string, event: OrderEvent | undefined): Flat => ({
  [`${prefix}kind`]: event?.kind ?? null,
  [`${prefix}by`]: event?.by ?? null,
  [`${prefix}at`]: event?.at.toISOString() ?? null,
  [`${prefix}note`]: event?.note ?? null,
})

/** Every record with what its relations lead to, as a query sees it. */
const sides = {
  events: {
    key: '_id',
    // MongoDB and PostgreSQL do not agree on where null is.
    nulls: 'first',
    rows: events.map(event => ({
      _id: event._id,
      ...ofEvent('', event),
      ...ofOrder(
        'order:',
        orders.find(({ id }) => id === event.orderId),
      ),
    })),
  },
  orders: {
    key: 'id',
    nulls: 'last',
    rows: orders.map(order => {
      const delivery = events.find(
        ({ kind, orderId }) => kind === 'delivered' && orderId === order.id,
      )
      const {
        'delivery:kind': _,
        'delivery:note': __,
        ...delivered
      } = ofEvent('delivery:', delivery)
      return {
        id: order.id,
        ...ofOrder('', order),
        ...delivered,
        delivered_at: delivered['delivery:at'] ?? null,
        ...ofEvent(
          'last_event:',
          events.find(({ _id }) => _id === order.last_event_id),
        ),
      }
    }),
  },
} as const

type Side = {
  readonly key: string
  readonly nulls: 'first' | 'last'
  readonly rows: readonly Flat[]
}

type Test = (held: Value, value: unknown) => boolean

const everywhere: Readonly<Record<string, Test>> = {
  equal: (held, value) => held === value,
  not_equal: (held, value) => held !== value,
  present: held => held !== null,
  missing: held => held === null,
}
const lists: Readonly<Record<string, Test>> = {
  in: (held, value) => (value as Value[]).includes(held),
  not_in: (held, value) => !(value as Value[]).includes(held),
}
const isAbove: Test = (held, value) => held !== null && held > (value as string)
const isBelow: Test = (held, value) => held !== null && held < (value as string)

/** Operators by the type of the field, which its name tells. */
function chooseOperators(field: string): Readonly<Record<string, Test>> {
  if (field.endsWith('at')) return { ...everywhere, after: isAbove, before: isBelow }
  if (field.endsWith('total')) {
    return { ...everywhere, ...lists, greater_than: isAbove, less_than: isBelow }
  }
  const startsWith: Test = (held, value) => String(held ?? '').startsWith(value as string)
  return { ...everywhere, ...lists, starts_with: startsWith }
}

function matches(row: Flat, tree: FilterTree): boolean {
  if ('aggregator' in tree) {
    return tree.aggregator === 'And'
      ? tree.conditions.every(each => matches(row, each))
      : tree.conditions.some(each => matches(row, each))
  }
  return chooseOperators(tree.field)[tree.operator]!(row[tree.field] ?? null, tree.value)
}

function randomTree(random: Random, side: Side, depth: number): FilterTree {
  if (depth > 0 && random.chance(0.6)) {
    const conditions = Array.from({ length: random.between(1, 3) }, () =>
      randomTree(random, side, depth - 1),
    )
    return { aggregator: random.pick(['And', 'Or'] as const), conditions }
  }
  const field = random.pick(Object.keys(side.rows[0]!).filter(name => name !== side.key))
  const held = () => random.pick(side.rows)[field] ?? null
  const operator = random.pick(Object.keys(chooseOperators(field)) as Lowercase<string>[])
  if (operator in everywhere && !operator.endsWith('equal')) return { field, operator }
  const some = Array.from({ length: random.between(1, 4) }, held)
  if (operator in lists) return { field, operator, value: some }
  const known = some.find(value => value !== null)
  return known === undefined ? { field, operator: 'missing' } : { field, operator, value: known }
}

interface Clause {
  readonly field: string
  readonly ascending: boolean
}

function compareBy(clauses: readonly Clause[], nulls: 'first' | 'last') {
  return (a: Flat, b: Flat): number => {
    for (const { field, ascending } of clauses) {
      const [left, right] = [a[field] ?? null, b[field] ?? null]
      if (left === right) continue
      const nullSign = nulls === 'first' ? -1 : 1
      const sign = left === null ? nullSign : right === null ? -nullSign : left < right ? -1 : 1
      return ascending ? sign : -sign
    }
    return 0
  }
}

describe.skipIf(!postgresUrl || !mongoUrl)('queries over the relation', () => {
  let test: OpenTest
  beforeAll(async () => {
    test = await openTest({ postgresUrl: postgresUrl!, mongoUrl: mongoUrl! }, { orders, events })
  })
  afterAll(() => test?.close())

  it.each(['events', 'orders'] as const)(
    `of %s answer what memory does (${cases} from seed ${fuzzSeed})`,
    async name => {
      const side: Side = sides[name]
      const random = createRandom(fuzzSeed)
      const collection = test.client.collection(name)
      for (let index = 0; index < cases; index++) {
        const filters = randomTree(random, side, 2)
        const sort = Array.from({ length: random.between(1, 2) }, () => ({
          field: random.pick(Object.keys(side.rows[0]!)),
          ascending: random.chance(0.5),
        }))
        const pagination = { size: random.between(1, 20), number: random.between(1, 3) }
        const order = [...sort, { field: side.key, ascending: true }]
        const matching = side.rows
          .filter(row => matches(row, filters))
          .toSorted(compareBy(order, side.nulls))
        const start = (pagination.number - 1) * pagination.size
        const expected = matching.slice(start, start + pagination.size).map(row => row[side.key])
        const asked = JSON.stringify({ filters, sort, pagination })
        const listed = await collection.list({
          filters,
          sort,
          pagination,
          fields: [side.key],
        })
        expect({ asked, ids: listed.map(row => row[side.key]) }).toEqual({ asked, ids: expected })
        expect({ asked, count: await collection.count({ filters }) }).toEqual({
          asked,
          count: matching.length,
        })
      }
    },
  )
})
