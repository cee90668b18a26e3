import { describe, expect, it, vi } from 'vitest'
import { aggregate, count } from './aggregate.js'
import { iterate } from './iterate.js'
import { explainList, list } from './list.js'
import type { EngineCall, ManyToManyModel, OneToManyModel } from './model/model.js'
import type { ListQuery } from './query.js'
import { relatedQuery } from './related-query.js'
import { remove } from './remove.js'
import { call, openShop } from './testing/shop.js'

async function openTags(joins = true) {
  const { model, asked } = await openShop(undefined, { joins })
  const relation = model.collection('orders').fields.get('tags') as ManyToManyModel
  const of = (id: number, query: Partial<ListQuery> = {}): ListQuery =>
    relatedQuery(
      { collection: relation.target, filter: {}, projection: ['label'], sort: [], ...query },
      { relation, parent: { id } },
    )
  return { of, asked, collection: relation.target }
}

describe('a many-to-many list', () => {
  it('is one statement: the junction joined to the target', async () => {
    const { of, asked } = await openTags()
    const query = of(1, { page: { skip: 0, limit: 10 } })
    expect(await list(query, call)).toEqual([{ label: 'gift' }, { label: 'urgent' }])
    expect(asked).toEqual(['list order_tags'])
    expect(await explainList(query, call)).toBe(
      [
        'list tags',
        '  scan     order_tags join tags(label)  where order_id = ? and tags:id != ?  order by tags:id  limit 10',
        '  unwrap   tags',
      ].join('\n'),
    )
  })

  it('filters, searches, sorts, pages and resumes on the target', async () => {
    const { of } = await openTags()
    const sort = [{ field: 'label', ascending: false }]
    expect(await list(of(1, { sort, page: { skip: 1, limit: 1 } }), call)).toEqual([
      { label: 'gift' },
    ])
    expect(await list(of(1, { sort, after: ['urgent', 2] }), call)).toEqual([{ label: 'gift' }])
    expect(await list(of(1, { filter: { search: 'GIF' } }), call)).toEqual([{ label: 'gift' }])
    const conditionTree = { field: 'label', operator: 'StartsWith', value: 'u' } as const
    expect(await list(of(1, { filter: { conditionTree } }), call)).toEqual([{ label: 'urgent' }])
  })

  it('respects the scopes of the target and of the junction', async () => {
    const { of } = await openTags()
    const scoped = (scopes: Record<string, unknown>): EngineCall => ({
      ...call,
      findScope: ({ name }) => scopes[name] as ReturnType<NonNullable<EngineCall['findScope']>>,
    })
    const tags = { field: 'label', operator: 'Equal', value: 'gift' }
    expect(await list(of(1), scoped({ tags }))).toEqual([{ label: 'gift' }])
    const order_tags = { field: 'tag_id', operator: 'Equal', value: 2 }
    expect(await list(of(1), scoped({ order_tags }))).toEqual([{ label: 'urgent' }])
  })

  it('finds the keys first when the source cannot join', async () => {
    const { of, asked } = await openTags(false)
    expect(await list(of(1), call)).toEqual([{ label: 'gift' }, { label: 'urgent' }])
    expect(asked).toEqual(['list order_tags', 'list tags'])
  })

  it('counts, folds, iterates and deletes through the same filter', async () => {
    const { of, collection } = await openTags()
    const query = of(1)
    expect(await count(query, call)).toBe(2)
    const aggregation = { operation: 'Count', groups: [{ field: 'label' }] } as const
    expect(await aggregate({ collection, filter: query.filter, aggregation }, call)).toEqual([
      { value: 1, group: { label: 'gift' } },
      { value: 1, group: { label: 'urgent' } },
    ])
    const labels: unknown[] = []
    for await (const rows of iterate(query, call, { chunkSize: 1 })) labels.push(...rows)
    expect(labels).toEqual([{ label: 'gift' }, { label: 'urgent' }])
    expect(await remove(collection, query.filter, call)).toBe(2)
    expect(await list(of(2), call)).toEqual([])
  })
})

describe('relatedQuery', () => {
  it('plans once for all parents of a query', async () => {
    const { model } = await openShop()
    const customers = model.collection('customers')
    const relation = customers.fields.get('orders') as OneToManyModel
    const path = vi.fn(relation.target.path)
    const target = { ...relation.target, path }
    const query = { collection: target, filter: {}, projection: ['id'], sort: [] }
    const shared = { ...relation, target }
    const listRelated = (id: number | null) =>
      list(relatedQuery(query, { relation: shared, parent: { id } }), call)
    expect(await listRelated(1)).toEqual([{ id: 1 }, { id: 3 }])
    const planned = path.mock.calls.length
    expect(await listRelated(2)).toEqual([{ id: 2 }])
    expect(await listRelated(404)).toEqual([])
    // Only whether the operator was replaced is checked each time.
    expect(path.mock.calls.slice(planned)).toEqual([['customer_id'], ['customer_id']])
    expect(await listRelated(null)).toEqual([])
  })

  it('keeps the values of the filter apart from those of the parent', async () => {
    const { of } = await openTags()
    const value = { column: 'id' }
    const conditionTree = { field: 'label', operator: 'Equal', value } as const
    expect(await list(of(1, { filter: { conditionTree } }), call)).toEqual([])
  })
})
