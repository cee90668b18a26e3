import type { Row } from '@service/datasource-toolkit'
import { describe, expect, it, vi } from 'vitest'
import { create } from '../../create.js'
import { createLinked } from '../../create-linked.js'
import type { ToOneModel } from '../../model/model.js'
import { call, openShop } from '../../testing/shop.js'
import type { CollectionCustomizer } from '../collection-customizer.js'

const open = (
  customize: (tags: CollectionCustomizer) => unknown,
  options: Parameters<typeof openShop>[1] = {},
) => openShop(customizer => customizer.customizeCollection('tags', customize), options)

describe('overrideCreate', () => {
  it('creates instead of the source, and keeps the columns it answers', async () => {
    const { model, asked } = await open(tags =>
      tags.overrideCreate(({ data }) =>
        data.map((tag, index) => ({ id: 70 + index, label: `${tag.label}!`, nope: 1 })),
      ),
    )
    const created = await create(model.collection('tags'), [{ label: 'a' }, { label: 'b' }], call)
    expect(created).toEqual([
      { id: 70, label: 'a!' },
      { id: 71, label: 'b!' },
    ])
    expect(asked).toEqual([])
  })

  it('reaches the source through its own collection', async () => {
    const lines: string[] = []
    const { model, asked } = await open(
      tags =>
        tags.overrideCreate(({ collection, data }) =>
          collection.create(data.map(tag => ({ ...tag, label: 'same' }))),
        ),
      { debug: text => lines.push(text.replace(/[\d.]+ ms/, '1 ms')) },
    )
    expect(await create(model.collection('tags'), [{ id: 9 }], call)).toEqual([
      { id: 9, label: 'same' },
    ])
    expect(asked).toEqual(['create tags'])
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "create tags
        write    tags(id, label)
        1 rows in 1 ms
      create tags
        override tags(id)
        1 rows in 1 ms"
    `)
  })

  it('is used by code elsewhere, and given rows whose links are resolved', async () => {
    const given: Row[] = []
    const { model, asked } = await openShop(customizer => {
      customizer.customizeCollection('orders', orders =>
        orders.overrideCreate(({ data }) => {
          given.push(...data)
          return data.map(order => ({ ...order, id: 6 }))
        }),
      )
      customizer.customizeCollection('tags', tags =>
        tags.overrideCreate(async ({ dataSource, data }) => {
          await dataSource.getCollection('orders').create([{ status: 'void' }])
          return data.map(() => ({ id: 1 }))
        }),
      )
    })
    const orders = model.collection('orders')
    const createReading = vi.fn(async () => ({}))
    const reading = { ...orders, source: { ...orders.source, createReading } }
    const relation = orders.fields.get('customer') as ToOneModel
    const query = { collection: relation.target, projection: ['id'] }
    const links = [{ relation, query, id: [2] }]
    expect(await createLinked(reading, { total: 1 }, links, call)).toEqual({
      id: 6,
      total: 1,
      customer_id: 2,
    })
    expect(createReading).not.toHaveBeenCalled()
    await create(model.collection('tags'), [{}], call)
    expect(given).toEqual([{ total: 1, customer_id: 2 }, { status: 'void' }])
    expect(asked).toEqual(['list customers'])
  })

  it.each<[string, unknown, string]>([
    ['nothing', undefined, '1 were given, it returned undefined.'],
    ['too many', [{ id: 1 }, { id: 2 }], '1 were given, it returned 2 records.'],
    ['no key', [{ label: 'x' }], "with their primary key: 'id' is missing."],
    ['null', [null], "with their primary key: 'id' is missing."],
  ])('refuses an answer of %s', async (_, answer, message) => {
    const { model } = await open(tags => tags.overrideCreate(() => answer as Row[]))
    const creating = create(model.collection('tags'), [{}], call)
    await expect(creating).rejects.toMatchObject({ status: 422 })
    await expect(creating).rejects.toThrow(`overrideCreate of 'tags' must return`)
    await expect(creating).rejects.toThrow(message)
  })

  it('refuses at start what is no function, or a second one', async () => {
    const nothing = null as unknown as () => []
    await expect(open(tags => tags.overrideCreate(nothing))).rejects.toThrow(
      "overrideCreate on 'tags': The override of create needs a function.",
    )
    const twice = open(tags => tags.overrideCreate(() => []).overrideCreate(() => []))
    await expect(twice).rejects.toThrow("'tags' already has an override of create.")
    await expect(twice).rejects.toThrow('override-create.test.ts:')
  })
})
