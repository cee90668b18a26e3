import { printTree } from '@service/datasource-toolkit'
import type { CollectionModel, Model } from '@service/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessWithout, compileShop } from '../testing/compile-shop.js'
import { parseSelection } from './parse-selection.js'

let model: Model
let orders: CollectionModel

beforeAll(async () => {
  model = await compileShop()
  orders = model.collection('orders')
})

const paid = { field: 'status', operator: 'equal', value: 'paid' }
const draft = { field: 'status', operator: 'equal', value: 'draft' }

function select(body: object, query = '', hidden: readonly string[] = []) {
  const access = accessWithout(model, ...hidden)
  const { filter, isEmpty } = parseSelection(orders, body as Record<string, unknown>, query, access)
  const tree = filter.conditionTree
  return { tree: tree && printTree(tree), search: filter.search, isEmpty }
}
const of = (attributes: object) => ({ data: { attributes } })
const all = { all_records: true, all_records_ids_excluded: [] }
const treeOf = (...asked: Parameters<typeof select>) => select(...asked).tree

describe('a selection', () => {
  it('is of the ids named, in either form', () => {
    const two = select(of({ ids: ['1', 2] }))
    expect(two).toEqual({ tree: expect.stringMatching(/id.*1.*2/), isEmpty: false })
    expect(
      select({
        data: [
          { type: 'orders', id: '1' },
          { type: 'orders', id: '2' },
        ],
      }),
    ).toEqual(two)
    expect(treeOf(of({ ids: ['1'] }))).not.toEqual(two.tree)
  })

  it('is of nothing when nothing is named', () => {
    for (const body of [of({ ids: [] }), { data: [] }]) {
      expect(select(body).isEmpty).toBe(true)
      expect(select(body).tree).toBeDefined()
    }
  })

  it('is of everything, but for the ids left out', () => {
    expect(select(of(all))).toEqual({ tree: undefined, search: undefined, isEmpty: false })
    expect(treeOf(of({ ...all, all_records: 'true' }))).toBeUndefined()
    const some = treeOf(of({ ...all, all_records_ids_excluded: ['1', '2'] }))
    expect(some).toBeDefined()
    expect(some).not.toEqual(treeOf(of({ ids: ['1', '2'] })))
  })

  it.each(['false', 1, 'yes', null])('is of the ids when all_records is %j', all_records => {
    expect(treeOf(of({ all_records, ids: ['1'] }))).toEqual(treeOf(of({ ids: ['1'] })))
  })

  it('is narrowed by filters, wherever they stand, the subset first', () => {
    const narrowed = treeOf(of({ ...all, all_records_subset_query: { filters: paid } }))
    expect(narrowed).toMatch(/status.*paid/)
    const text = `filters=${encodeURIComponent(JSON.stringify(paid))}`
    expect(treeOf({ ...of(all), filters: paid })).toEqual(narrowed)
    expect(treeOf({ ...of(all), filter: paid })).toEqual(narrowed)
    expect(treeOf(of(all), text)).toEqual(narrowed)
    const subset = of({ ...all, all_records_subset_query: { filters: JSON.stringify(paid) } })
    expect(treeOf({ ...subset, filters: draft, filter: draft }, text)).toEqual(narrowed)
    expect(treeOf({ ...of(all), filters: paid, filter: draft })).toEqual(narrowed)
    const both = treeOf(of({ ids: ['1'], all_records_subset_query: { filters: paid } }))
    expect(both).toMatch(/id/)
    expect(both).toMatch(/paid/)
  })

  it('is narrowed by a search, of the subset first', () => {
    expect(select(of(all), 'search=x').search).toBe('x')
    const subset = { ...all, all_records_subset_query: { search: 'y' } }
    expect(select(of(subset), 'search=x').search).toBe('y')
    expect(select(of({ ...all, all_records_subset_query: 'search=y' })).search).toBeUndefined()
  })

  it('leaves nothing out by ids that may stand for several records', () => {
    const unproven = { ...orders, hasProvenKey: false } as CollectionModel
    const read = (attributes: object) => () =>
      parseSelection(unproven, of(attributes), '', accessWithout(model))
    expect(read({ ...all, all_records_ids_excluded: ['1'] })).toThrow(
      'be left out of a selection by their ids',
    )
    expect(read(all)).not.toThrow()
    expect(read({ ids: ['1'] })).not.toThrow()
    expect(read({ ids: [] })).not.toThrow()
  })

  it('is not narrowed by whoever may not read the records', () => {
    const hidden = ['orders']
    expect(select(of({ ids: ['1'] }), '', hidden).isEmpty).toBe(false)
    expect(() => select(of(all), 'search=x', hidden)).toThrow('no read on orders')
    expect(() => select({ ...of(all), filters: paid }, '', hidden)).toThrow('no read on orders')
    expect(() => select({ ...of(all), filters: paid }, '', ['orders.status'])).toThrow(
      "may not read the field 'status'",
    )
  })

  it.each([
    {},
    { data: {} },
    of({}),
    of({ ids: '1' }),
    of({ ids: { 0: '1' } }),
    of({ ids: [null] }),
    of({ ids: [['1']] }),
    of({ ids: [true] }),
    of({ ids: ['x'] }),
    of({ all_records: true }),
    of({ ...all, all_records_ids_excluded: '1' }),
    { data: ['1'] },
    { data: [{ type: 'orders' }] },
  ])('is not read from %j', body => {
    expect(() => select(body)).toThrow(expect.objectContaining({ status: 400 }))
  })
})
