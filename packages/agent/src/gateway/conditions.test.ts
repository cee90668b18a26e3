import { createMemoryDataSource } from '@service/datasource-memory'
import { ConditionTreeFactory, ValidationError } from '@service/datasource-toolkit'
import { type CollectionModel, compile, type EngineCall } from '@service/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { coversAll, matchesSome, resolveCondition, type SelectedRecords } from './conditions.js'

const openShop = createMemoryDataSource({
  orders: {
    columns: { id: { type: 'Number', isPrimaryKey: true }, status: 'String', paid_at: 'Date' },
    records: [
      { id: 1, status: 'paid', paid_at: '2024-01-02T03:04:05.678Z' },
      { id: 2, status: 'draft', paid_at: null },
      { id: 3, status: 'paid', paid_at: '2999-01-01T00:00:00.000Z' },
    ],
  },
})

const call: EngineCall = { timezone: 'UTC', now: new Date(), isOuter: true }
const paid = { field: 'status', operator: 'equal', value: 'paid' }
const inputs: Readonly<Record<string, unknown>> = { amount: 5 }
const reader = {
  variable: (name: string) => (name === 'currentUser.tags.status' ? 'paid' : undefined),
  input: (name: string) =>
    name in inputs ? { columnType: 'Number' as const, value: inputs[name] } : undefined,
  call,
}

let orders: CollectionModel

beforeAll(async () => {
  const dataSource = await openShop(
    () => {},
    async () => {},
  )
  orders = (await compile([{ dataSource }], [])).collection('orders')
})

const read = (condition: unknown) => resolveCondition(condition, orders, reader)
const select = (...ids: number[]): SelectedRecords => ({
  collection: orders,
  filter: {
    conditionTree: ConditionTreeFactory.matchIds(
      ['id'],
      ids.map(id => [id]),
    ),
  },
  size: ids.length,
})
const everything = (): SelectedRecords => ({ collection: orders, filter: {} })

describe('resolveCondition', () => {
  it('holds the values of the user', () => {
    expect(read({ ...paid, value: '{{currentUser.tags.status}}' })).toMatchObject({ value: 'paid' })
  })

  it.each([
    undefined,
    null,
    'paid',
    {},
    { ...paid, field: 'nope' },
    { ...paid, source: 'moon' },
    { ...paid, value: '{{currentUser.id}}' },
    { ...paid, operator: 'like', value: '{{currentUser.id}}' },
    { field: 'bribe', operator: 'present', source: 'input' },
    { aggregator: 'and', conditions: [null] },
    { aggregator: 'and', conditions: [paid, 'paid'] },
  ])('refuses %j', condition => {
    expect(() => read(condition)).toThrow(ValidationError)
  })

  it('refuses what is nested too deeply', () => {
    const nest = (depth: number): object =>
      depth === 0 ? paid : { aggregator: 'and', conditions: [nest(depth - 1)] }
    expect(() => read(nest(99))).not.toThrow()
    expect(() => read(nest(100))).toThrow('nested more than 100 levels deep')
  })
})

describe('a condition on selected records', () => {
  const small = { field: 'amount', operator: 'less_than', value: 10, source: 'input' }
  const large = { field: 'amount', operator: 'greater_than', value: 10, source: 'input' }
  const ofData = { ...paid, source: 'data' }
  const all = { aggregator: 'and', conditions: [] }
  const past = { field: 'paid_at', operator: 'past' }

  it.each<[object, readonly number[] | undefined, boolean, boolean]>([
    [paid, [1], true, true],
    [ofData, [1, 3], true, true],
    [paid, [1, 2], false, true],
    [paid, [2], false, false],
    [paid, [1, 404], false, true],
    [paid, [2, 404], false, true],
    [paid, [404], false, true],
    [paid, [], true, false],
    [paid, undefined, false, true],
    [{ ...paid, value: 'lost' }, undefined, false, false],
    [{ field: 'id', operator: 'present' }, undefined, true, true],
    [all, [2, 404], true, true],
    [small, [2, 404], true, true],
    [small, [], true, true],
    [large, [2, 404], false, false],
    [large, [], false, false],
    [{ aggregator: 'or', conditions: [large, paid] }, [1], true, true],
    [{ aggregator: 'and', conditions: [small, paid] }, [2], false, false],
    [past, [1], true, true],
    [past, [2, 3], false, false],
  ])('%j on %j: covers %s, matches %s', async (condition, ids, covers, matches) => {
    const selected = ids ? select(...ids) : everything()
    const tree = read(condition)
    expect(await coversAll(tree, selected, call)).toBe(covers)
    expect(await matchesSome(tree, selected, call)).toBe(matches)
  })

  it('is read without the scope of the caller', async () => {
    const scoped = { ...call, findScope: () => ConditionTreeFactory.matchNone }
    expect(await coversAll(read(paid), select(1, 3), scoped)).toBe(true)
    expect(await matchesSome(read(paid), everything(), scoped)).toBe(true)
  })
})
