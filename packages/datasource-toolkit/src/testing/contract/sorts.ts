import { describe, expect, it } from 'vitest'
import type { SortClause } from '../../query.js'
import { sortKey } from '../../sort.js'
import type { DataSource, Row, Scan } from '../../source.js'
import { requireCollection, requireColumn } from '../adapt-scan.js'
import { comparable } from '../comparable.js'
import { expectedList } from '../expected.js'
import { findTable, type TestTable } from '../tables.js'
import { expectList } from './opened.js'
import { call } from './samples.js'
import { join, node, shop } from './shop.js'

/** Types that every source sorts in the same order. */
const orderedTypes = new Set(['Number', 'String', 'Date', 'Dateonly', 'Time', 'Boolean'])

export function describeSorts(source: () => DataSource, samples: TestTable): void {
  for (const { name, type } of samples.columns) {
    if (typeof type !== 'string' || !orderedTypes.has(type)) continue
    it(`sorts by ${name} (${type}) both ways, nulls where the source puts them`, async context => {
      if (!requireColumn(source(), samples.name, name).isSortable) {
        context.skip('the source cannot sort by this type')
      }
      for (const ascending of [true, false]) {
        await expectList(source(), [samples], {
          select: { collection: samples.name, columns: ['id', name], joins: [] },
          orderBy: [
            { field: name, ascending },
            { field: 'id', ascending: true },
          ],
        })
      }
    })
  }

  it('sorts by several clauses in different directions', () =>
    expectList(source(), shop, {
      select: node('orders'),
      orderBy: [
        { field: 'status', ascending: false },
        { field: 'amount', ascending: true },
        { field: 'id', ascending: false },
      ],
    }))

  it('cuts pages, also beyond the end', async () => {
    for (const page of [
      { skip: 0, limit: 5 },
      { skip: 5, limit: 5 },
      { skip: 10, limit: 5 },
      { skip: 50, limit: 5 },
    ]) {
      await expectList(source(), shop, {
        select: node('orders'),
        orderBy: [
          { field: 'amount', ascending: true },
          { field: 'id', ascending: true },
        ],
        page,
      })
    }
  })
}

const orders = (...clauses: SortClause[]): Scan => ({ select: node('orders'), orderBy: clauses })
const clause = (field: string, ascending = true): SortClause => ({ field, ascending })

const keysets: readonly (readonly [string, Scan])[] = [
  ['the key ascending', orders(clause('id'))],
  ['the key descending', orders(clause('id', false))],
  ['a column with nulls ascending', orders(clause('amount'), clause('id'))],
  ['a column with nulls descending', orders(clause('amount', false), clause('id'))],
  ['mixed directions', orders(clause('status', false), clause('amount'), clause('id', false))],
  ['an instant', orders(clause('placedAt', false), clause('id'))],
  ['a composite key', { select: node('shops'), orderBy: [clause('region'), clause('number')] }],
  [
    'a composite key, mixed',
    {
      select: node('shops'),
      orderBy: [clause('label'), clause('region', false), clause('number')],
    },
  ],
]

const joinedKeyset: Scan = {
  select: node('orders', [join('orders', 'customer')]),
  orderBy: [clause('customer:fullName'), clause('id', false)],
}

export function describeKeysets(source: () => DataSource, hasJoins: boolean): void {
  describe('keyset paging visits every row once, in order', () => {
    for (const [name, scan] of keysets) {
      it(`by ${name}`, () => expectAllPages(source(), scan))
    }
    it.skipIf(!hasJoins)('by a related column', () => expectAllPages(source(), joinedKeyset))
  })

  it('continues after values that no row has any more', async () => {
    const scan = orders(clause('amount'), clause('id'))
    for (const after of [
      [5, 100],
      [null, 0],
      [-1000, 1],
    ]) {
      await expectList(source(), shop, { ...scan, after, page: { skip: 0, limit: 4 } })
    }
  })
}

async function expectAllPages(source: DataSource, scan: Scan): Promise<void> {
  const collection = requireCollection(source, scan.select.collection)
  const seen: Row[] = []
  let after: unknown[] | undefined
  const most = findTable(shop, scan.select.collection).rows.length
  while (seen.length <= most) {
    const rows = await collection.list({ ...scan, after, page: { skip: 0, limit: 2 } }, call)
    seen.push(...rows)
    const last = rows.at(-1)
    if (!last) break
    after = sortKey(last, scan.orderBy)
  }
  const expected = expectedList(shop, scan, call, source.capabilities.nulls)
  expect(comparable(seen)).toEqual(comparable(expected))
}
