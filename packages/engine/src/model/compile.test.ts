import { createMemoryDataSource, type MemoryCollections } from '@service/datasource-memory'
import { describe, expect, it } from 'vitest'
import { createCustomizer } from '../customizer.js'
import { crm, openShop, shop } from '../testing/shop.js'
import { compile } from './compile.js'
import type { SourceOptions } from './fill-draft.js'

const open = async (definition: MemoryCollections, options: SourceOptions = {}) => ({
  dataSource: await createMemoryDataSource(definition)(
    () => {},
    async () => {},
  ),
  ...options,
})

const compiled = async (options: SourceOptions) => compile([await open(shop, options)], [])

describe('compile', () => {
  it('takes empty lists by their word: nothing is excluded, nothing is included', async () => {
    const all = [...(await compiled({})).collections.keys()]
    expect([...(await compiled({ exclude: [] })).collections.keys()]).toEqual(all)
    expect([...(await compiled({ include: [] })).collections.keys()]).toEqual([])
  })

  it('keeps the included collections and drops relations to the others', async () => {
    const model = await compiled({ include: ['orders', 'order_tags'] })
    expect([...model.collections.keys()]).toEqual(['orders', 'order_tags'])
    const { fields } = model.collection('orders')
    expect(fields.has('customer_id')).toBe(true)
    expect(fields.has('customer')).toBe(false)
    expect(fields.has('tags')).toBe(false)
  })

  it('drops a relation whose junction is excluded', async () => {
    const model = await compiled({ exclude: ['order_tags'] })
    expect(model.collection('orders').fields.has('tags')).toBe(false)
    expect(model.collection('orders').fields.has('customer')).toBe(true)
  })

  it('renames by map or function, and relations follow', async () => {
    const byMap = await compiled({ rename: { customers: 'clients' } })
    const customer = byMap.collection('orders').fields.get('customer')
    expect(customer).toMatchObject({ target: { name: 'clients' } })
    const byFunction = await compiled({ rename: name => (name === 'tags' ? null : `shop_${name}`) })
    expect([...byFunction.collections.keys()]).toEqual([
      'shop_orders',
      'shop_customers',
      'shop_countries',
      'tags',
      'shop_order_tags',
    ])
  })

  it.each([
    [{ include: ['ordrs'] }, "include names 'ordrs'. There are: orders, customers,"],
    [{ exclude: ['ordrs'] }, "exclude names 'ordrs'. There are: orders, customers,"],
    [{ rename: { ordrs: 'x' } }, "rename names 'ordrs'. There are: orders, customers,"],
    [{ rename: { tags: 'orders' } }, "rename gives 'orders' to 'orders' and 'tags'."],
    [{ rename: (async () => 'x') as never }, "rename gives 'orders' no name"],
    [{ rename: () => 'same' }, "rename gives 'same' to 'orders' and 'customers'."],
  ])('refuses %o', async (options, message) => {
    await expect(compiled(options)).rejects.toThrow(message)
  })

  it('refuses one name in two datasources, naming both and the line that added the second', async () => {
    const customizer = createCustomizer()
    customizer.addDataSource(createMemoryDataSource(shop))
    customizer.addDataSource(createMemoryDataSource(shop))
    const sources = await Promise.all(
      customizer.dataSources.map(async entry => ({ ...(await open(shop)), ...entry })),
    )
    await expect(compile(sources, [])).rejects.toThrow(
      /two collections are named 'orders' \(datasources 1 and 2\).*\n {4}at .*compile\.test\.ts:\d+/,
    )
  })

  it('answers an unknown collection with 404 and the exported names', async () => {
    const { model } = await openShop(customizer => customizer.removeCollection(['visits']))
    expect(() => model.collection('nope')).toThrow(
      expect.objectContaining({ status: 404, code: 'unknown_collection' }),
    )
    expect(() => model.collection('nope')).toThrow(/orders, .*teams\.$/)
    expect(() => model.collection('nope')).not.toThrow(/visits/)
  })

  it('names the call and its line when a customization fails', async () => {
    const failing = openShop(customizer =>
      customizer.customizeCollection('orders', orders => orders.emulateFieldSorting('totl')),
    )
    await expect(failing).rejects.toMatchObject({ code: 'configuration_error' })
    await expect(failing).rejects.toThrow(
      /^emulateFieldSorting on 'orders': No field 'totl' on 'orders'.*\n {4}at .*compile\.test\.ts:\d+:\d+$/,
    )
  })

  it('refuses to customize a collection that does not exist', async () => {
    await expect(openShop(it => it.customizeCollection('ordrs', () => {}))).rejects.toThrow(
      /^customizeCollection on 'ordrs': No collection 'ordrs'.*\n {4}at .*compile\.test\.ts/,
    )
  })

  it('refuses computed fields that need each other, through relations too', async () => {
    const cyclic = openShop(customizer => {
      customizer.customizeCollection('orders', orders =>
        orders.addField('a', field('customer:b')).addField('c', field('a')),
      )
      customizer.customizeCollection('customers', customers =>
        customers
          .addField('b', field('last_id'))
          .addField('last_id', { ...field('last:c'), columnType: 'Number', getValues: () => [] })
          .addManyToOneRelation('last', 'orders', { foreignKey: 'id' }),
      )
    })
    await expect(cyclic).rejects.toThrow(
      'Computed fields depend on each other: orders.a -> customers.b -> customers.last_id -> orders.c -> orders.a.',
    )
  })

  it('refuses a relation whose own key is computed through it', async () => {
    const cyclic = openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders
          .addField('best_id', { ...field('best:name'), columnType: 'Number', getValues: () => [] })
          .addManyToOneRelation('best', 'owners', { foreignKey: 'best_id' }),
      ),
    )
    await expect(cyclic).rejects.toThrow('orders.best_id -> orders.best_id')
  })

  it('freezes the model and its fields', async () => {
    const { model } = await openShop()
    const orders = model.collection('orders')
    expect(Object.isFrozen(model) && Object.isFrozen(orders)).toBe(true)
    expect([...orders.fields.values()].every(Object.isFrozen)).toBe(true)
  })

  it('offers native and derived operators that are legal on the type', async () => {
    const { model } = await openShop()
    const { filter } = model.collection('orders').path('reference').column
    expect(filter.get('Equal')).toEqual({ kind: 'native' })
    expect(filter.get('Blank')).toEqual({ kind: 'equivalent' })
    expect(filter.has('Contains')).toBe(false)
    const { filter: onDates } = model.collection('orders').path('created_at').column
    expect(onDates.has('Today')).toBe(true)
    expect(onDates.has('GreaterThan')).toBe(true)
    expect(onDates.has('GreaterThanOrEqual')).toBe(false)
  })

  it('compiles 300 collections within 50 ms', async () => {
    const table = (index: number) => ({
      columns: {
        id: { type: 'Number', isPrimaryKey: true } as const,
        ...Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`c${at}`, 'String' as const])),
        parent_id: 'Number' as const,
      },
      relations: {
        parent: {
          kind: 'ManyToOne' as const,
          foreignCollection: `t${(index * 7) % 300}`,
          keys: [{ from: 'parent_id', to: 'id' }],
        },
      },
    })
    const tables = Array.from({ length: 300 }, (_, index) => [`t${index}`, table(index)] as const)
    const source = await open(Object.fromEntries(tables))
    const times: number[] = []
    for (let round = 0; round < 10; round++) {
      // CPU time, because other test files run at the same moment.
      const start = process.cpuUsage()
      await compile([source], [])
      const { user, system } = process.cpuUsage(start)
      times.push((user + system) / 1000)
    }
    expect(Math.min(...times)).toBeLessThan(50)
  })
})

describe('a path', () => {
  it.each([
    ['nope', "No field 'nope' on 'orders'. It has: id, status,"],
    ['customer:nope', "No field 'nope' on 'customers'. It has: id, name,"],
    ['customer', "'customer' is a relation of 'orders': name one of its columns."],
    ['tags:label', "'tags' of 'orders' is a to-many relation"],
    ['status:x', "'status' of 'orders' is a column"],
    ['', "No field '' on 'orders'"],
  ])("'%s' is refused with a 400", async (path, message) => {
    const { model } = await openShop()
    const resolve = () => model.collection('orders').path(path)
    expect(resolve).toThrow(message)
    expect(resolve).toThrow(expect.objectContaining({ status: 400 }))
  })

  it('is resolved once', async () => {
    const orders = (await openShop()).model.collection('orders')
    expect(orders.path('customer:country:code')).toBe(orders.path('customer:country:code'))
  })
})

function field(dependency: string) {
  return { columnType: 'String', dependencies: [dependency], getValues: () => [] } as const
}

it('keeps relations of the model inside one model', async () => {
  const model = await compile([await open(shop), await open(crm)], [])
  for (const collection of model.collections.values()) {
    for (const field of collection.fields.values()) {
      if (field.kind !== 'Column') expect(model.collection(field.target.name)).toBe(field.target)
    }
  }
})
