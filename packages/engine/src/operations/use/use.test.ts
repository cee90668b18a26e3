import { describe, expect, it, vi } from 'vitest'
import { runChart } from '../../charts/run-chart.js'
import { createCustomizer } from '../../customizer.js'
import { explainList, list } from '../../list.js'
import { compile } from '../../model/compile.js'
import { addTimestamps } from '../../testing/add-timestamps.js'
import { call, openShop } from '../../testing/shop.js'
import type { CollectionPlugin, Plugin } from '../collection-customizer.js'

describe('use', () => {
  it('publishes an operation of its own', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders
          .use(addTimestamps, { createdAt: 'created_at' })
          .renameField('madeOn', 'day')
          .emulateFieldSorting('madeOn'),
      ),
    )
    const collection = model.collection('orders')
    const query = {
      collection,
      filter: { segment: 'Recent' },
      sort: [{ field: 'madeOn', ascending: false }],
      projection: ['id', 'madeOn'],
    }
    expect(collection.view.has('day')).toBe(true)
    expect(await list(query, call)).toEqual([
      { id: 5, madeOn: '2024-02-02' },
      { id: 3, madeOn: '2024-02-01' },
    ])
    expect(await explainList(query, call)).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id, created_at)  where created_at previous x days to date ?  order by id
        compute  madeOn <- created_at
        sort     madeOn desc, id
        shape    id, madeOn"
    `)
  })

  it('reads what the calls before it left, and waits for it', async () => {
    const seen: unknown[] = []
    const look: CollectionPlugin = async (dataSource, { name, schema }) => {
      await Promise.resolve()
      seen.push(name, [...schema.fields.keys()].at(-1), schema.fields.get('customer'))
      seen.push(schema.fields.get('status'), [...dataSource.collections.keys()].length)
    }
    await openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders
          .importField('who', { path: 'customer:name' })
          .use(look)
          .importField('where', { path: 'customer:country:code' }),
      ),
    )
    expect(seen).toEqual([
      'orders',
      'who',
      {
        kind: 'ManyToOne',
        name: 'customer',
        foreignCollection: 'customers',
        throughCollection: undefined,
      },
      expect.objectContaining({
        kind: 'Column',
        columnType: 'Enum',
        enumValues: ['paid', 'pending', 'void'],
        isReadOnly: false,
        isPrimaryKey: false,
        isSortable: true,
      }),
      8,
    ])
  })

  it('replays its calls before those that follow it, nested plugins included', async () => {
    const inner: CollectionPlugin<string> = (_, collection, name) => {
      collection.importField(name, { path: 'customer:name' })
    }
    const outer: CollectionPlugin<string> = (_, collection, name) => {
      collection.use(inner, name).importField(`${name}2`, { path: name })
    }
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders => {
        orders.use(outer, 'who').renameField('who2', 'person')
      }),
    )
    expect(model.collection('orders').view.has('person')).toBe(true)
  })

  it('customizes everything when it is loaded on the agent', async () => {
    const logger = vi.fn()
    const hide: Plugin<{ prefix: string }> = (dataSource, collection, { prefix }, log) => {
      const names = [...dataSource.collections.keys()].filter(name => name.startsWith(prefix))
      log('Info', `hides ${names}`)
      dataSource
        .removeCollection(...names)
        .customizeCollection('orders', orders => orders.disableCount())
        .addChart('hidden', (_, { smart }) => smart([collection, names]))
        .use(nothing)
    }
    const nothing: Plugin = () => {}
    const { model } = await openShop(customizer => customizer.use(hide, { prefix: 'order_' }), {
      logger,
    })
    expect(model.collection('order_tags').isExported).toBe(false)
    expect(model.collection('orders').isCountable).toBe(false)
    expect(await runChart(model, 'hidden', {}, call)).toEqual([null, ['order_tags']])
    expect(logger).toHaveBeenCalledWith('Info', 'hides order_tags')
  })

  it('runs again at each restart', async () => {
    const plugin = vi.fn<Plugin>(dataSource => {
      dataSource.addChart('once', (_, { percentage }) => percentage(1))
    })
    const customizer = createCustomizer()
    customizer.use(plugin, undefined)
    for (const _ of [1, 2]) {
      expect((await compile([], customizer.journal)).charts.size).toBe(1)
    }
    expect(plugin).toHaveBeenCalledTimes(2)
    expect(customizer.journal).toHaveLength(1)
  })

  it('names the plugin, what it asked and both lines when that fails', async () => {
    const misspellingPlugin: CollectionPlugin = (_, collection) => {
      collection.renameField('nope', 'yes')
    }
    const failing = openShop(customizer =>
      customizer.customizeCollection('orders', orders => orders.use(misspellingPlugin)),
    )
    await expect(failing).rejects.toThrow(
      /use\(misspellingPlugin\) on 'orders': renameField on 'orders': No field 'nope'(.*\s+at .*use\.test\.ts:\d+:\d+){2}/s,
    )
  })

  it('names the plugin that throws, and what is no plugin', async () => {
    const broken: Plugin = async () => {
      throw new Error('no luck')
    }
    await expect(openShop(customizer => customizer.use(broken, undefined))).rejects.toThrow(
      /use\(broken\) on the agent: no luck\s+at .*use\.test\.ts:\d+/,
    )
    await expect(
      openShop(customizer => customizer.use('flattener' as never, undefined)),
    ).rejects.toThrow('A plugin is a function, not string.')
  })
})
