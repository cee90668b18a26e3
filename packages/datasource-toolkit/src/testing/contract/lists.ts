import { expect, it } from 'vitest'
import { ConditionTreeBranch } from '../../condition-tree/branch.js'
import { ConditionTreeFactory } from '../../condition-tree/factory.js'
import { ConditionTreeLeaf } from '../../condition-tree/leaf.js'
import type { DataSource } from '../../source.js'
import { requireCollection } from '../adapt-scan.js'
import type { TestTable } from '../tables.js'
import { expectList } from './opened.js'
import { call } from './samples.js'
import { join, node, shop } from './shop.js'

const byId = [{ field: 'id', ascending: true }]
const leaf = (...args: ConstructorParameters<typeof ConditionTreeLeaf>) =>
  new ConditionTreeLeaf(...args)

export function describeLists(source: () => DataSource): void {
  it('returns exactly the requested columns', async () => {
    const [row] = await requireCollection(source(), 'orders').list(
      {
        select: { collection: 'orders', columns: ['status', 'id'], joins: [] },
        orderBy: byId,
        page: { skip: 0, limit: 1 },
      },
      call,
    )
    expect(row).toEqual({ id: 1, status: 'paid' })
  })

  it('returns every row when nothing filters', () =>
    expectList(source(), shop, { select: node('orders'), orderBy: byId }))

  it('returns nothing for an Or without conditions', () =>
    expectList(source(), shop, {
      select: node('orders'),
      where: ConditionTreeFactory.matchNone,
      orderBy: byId,
    }))

  it('returns everything for an And without conditions', () =>
    expectList(source(), shop, {
      select: node('orders'),
      where: new ConditionTreeBranch('And', []),
      orderBy: byId,
    }))

  it('combines nested And and Or', () =>
    expectList(source(), shop, {
      select: node('orders'),
      where: new ConditionTreeBranch('Or', [
        new ConditionTreeBranch('And', [
          leaf('status', 'Equal', 'paid'),
          new ConditionTreeBranch('Or', [
            leaf('amount', 'GreaterThan', 9),
            leaf('amount', 'Missing'),
          ]),
        ]),
        leaf('id', 'In', [4, 5]),
      ]),
      orderBy: byId,
    }))

  it('finds rows by a composite primary key', () =>
    expectList(source(), shop, {
      select: node('shops'),
      where: ConditionTreeFactory.matchIds(
        ['region', 'number'],
        [
          ['east', 2],
          ['west', 1],
          ['west', 9],
        ],
      ),
      orderBy: [
        { field: 'region', ascending: true },
        { field: 'number', ascending: true },
      ],
    }))

  it('takes text that looks like SQL as text', () =>
    expectList(source(), shop, {
      select: node('orders'),
      where: leaf('status', 'In', ["paid' or 1=1 --", '"; drop table orders', 'open', '$1', '?']),
      orderBy: byId,
    }))
}

/** Enough rows for deep pages, which sources read differently. */
export const ledger: TestTable = {
  name: 'ledger',
  columns: [
    { name: 'id', type: 'Number' },
    { name: 'kind', type: 'String' },
    { name: 'customerId', type: 'Number' },
  ],
  primaryKey: ['id'],
  foreignKeys: [{ as: 'customer', columns: ['customerId'], table: 'customers', to: ['id'] }],
  rows: Array.from({ length: 1_500 }, (_, index) => ({
    id: index,
    kind: ['x', 'y', null][index % 3] ?? null,
    customerId: [1, 2, 3, 4, 5, null][index % 6] ?? null,
  })),
}

const ledgerColumns = { collection: 'ledger', columns: ['id', 'kind'], joins: [] }

export function describeLongLists(source: () => DataSource): void {
  it('cuts a page deep in a long list', async () => {
    for (const skip of [999, 1_000, 1_001, 1_240, 1_495, 1_600]) {
      await expectList(source(), [ledger], {
        select: ledgerColumns,
        where: leaf('id', 'GreaterThan', 2),
        orderBy: [
          { field: 'kind', ascending: false },
          { field: 'id', ascending: true },
        ],
        page: { skip, limit: 7 },
      })
    }
  })

  it('finds rows by a list of thousands of values', () => {
    // The evaluator takes long to look up every row of the ledger in the list.
    const listed = { ...ledger, rows: ledger.rows.filter(({ id }) => Number(id) % 7 === 0) }
    return expectList(source(), [listed], {
      select: ledgerColumns,
      where: leaf(
        'id',
        'In',
        Array.from({ length: 4_000 }, (_, index) => index * 7),
      ),
      orderBy: byId,
    })
  })
}

/** Runs only for sources that can join. */
export function describeJoins(source: () => DataSource): void {
  it('joins a to-one relation, null when there is none', () =>
    expectList(source(), shop, {
      select: node('orders', [join('orders', 'customer')]),
      orderBy: byId,
    }))

  it('joins two levels', () =>
    expectList(source(), shop, {
      select: node('orders', [
        join('orders', 'customer', { joins: [join('customers', 'country')] }),
      ]),
      orderBy: byId,
    }))

  it('joins by a composite key', () =>
    expectList(source(), shop, {
      select: node('orders', [join('orders', 'shop')]),
      orderBy: byId,
    }))

  it('joins a table with itself, twice', () =>
    expectList(source(), shop, {
      select: node('customers', [
        join('customers', 'manager', { joins: [join('customers', 'manager')] }),
      ]),
      orderBy: byId,
    }))

  it('joins several relations in one query', () =>
    expectList(source(), shop, {
      select: node('orders', [
        join('orders', 'shop'),
        join('orders', 'customer', {
          joins: [join('customers', 'manager'), join('customers', 'country')],
        }),
      ]),
      orderBy: byId,
    }))

  it('reads a related row left out by the where of a join as null, and keeps the row', () =>
    expectList(source(), shop, {
      select: node('orders', [
        join('orders', 'customer', { where: leaf('fullName', 'Equal', 'Ada') }),
      ]),
      orderBy: byId,
    }))

  it('takes the where of a join through a further join', () =>
    expectList(source(), shop, {
      select: node('orders', [
        join('orders', 'customer', {
          joins: [join('customers', 'country')],
          where: leaf('country:name', 'NotEqual', 'France'),
        }),
      ]),
      orderBy: byId,
    }))

  it('filters through relations whose columns are not selected', () =>
    expectList(source(), shop, {
      select: {
        ...node('orders', [
          {
            ...join('orders', 'customer'),
            node: { collection: 'customers', columns: [], joins: [join('customers', 'country')] },
          },
        ]),
      },
      where: new ConditionTreeBranch('Or', [
        leaf('customer:country:name', 'Equal', 'Åland'),
        leaf('customer:fullName', 'Equal', 'Ada'),
      ]),
      orderBy: byId,
    }))

  it('matches missing relations with Missing and NotEqual', async () => {
    const select = node('orders', [join('orders', 'customer')])
    for (const where of [
      leaf('customer:fullName', 'Missing'),
      leaf('customer:fullName', 'NotEqual', 'Ada'),
      leaf('customer:id', 'Present'),
    ]) {
      await expectList(source(), shop, { select, where, orderBy: byId })
    }
  })

  it('cuts a page deep in a long list sorted by a related column', () =>
    expectList(source(), [...shop, ledger], {
      select: {
        ...ledgerColumns,
        joins: [{ ...join('orders', 'customer'), on: [{ from: 'customerId', to: 'id' }] }],
      },
      where: leaf('customer:fullName', 'NotEqual', 'Bob'),
      orderBy: [{ field: 'customer:fullName', ascending: false }, ...byId],
      page: { skip: 1_100, limit: 9 },
    }))

  it('sorts by a related column', () =>
    expectList(source(), shop, {
      select: node('orders', [
        join('orders', 'customer', { joins: [join('customers', 'country')] }),
      ]),
      orderBy: [
        { field: 'customer:country:name', ascending: false },
        { field: 'customer:fullName', ascending: true },
        ...byId,
      ],
    }))
}
