import { describe, expect, it } from 'vitest'
import type { Customizer } from '../customizer.js'
import { list } from '../list.js'
import type { Model } from '../model/model.js'
import { call, openShop } from '../testing/shop.js'
import type { CollectionContext } from './collection-context.js'

/** Runs code in the context of a computed field of the orders. */
async function inContext(
  code: (context: CollectionContext) => Promise<unknown>,
  customize: (customizer: Customizer) => void = () => {},
): Promise<{ model: Model; result: unknown }> {
  let result: unknown
  const { model } = await openShop(customizer => {
    customize(customizer)
    customizer.customizeCollection('orders', orders =>
      orders.addField('probe', {
        columnType: 'String',
        dependencies: ['id'],
        getValues: async (records, context) => {
          result = await code(context)
          return records.map(() => null)
        },
      }),
    )
  })
  const collection = model.collection('orders')
  await list({ collection, filter: {}, sort: [], projection: ['probe'] }, call)
  return { model, result }
}

describe('the context of a callback', () => {
  it('lists, folds and changes its own and other collections', async () => {
    const { result } = await inContext(async ({ collection, dataSource }) => {
      const customers = dataSource.getCollection('customers')
      const conditionTree = { field: 'name', operator: 'Equal', value: 'Dora' } as const
      await customers.create([{ id: 9, name: 'Dora' }])
      const renamed = await customers.update({ conditionTree }, { country_id: 1 })
      const [dora] = await customers.list({ conditionTree }, ['name', 'country:code'])
      const deleted = await customers.delete({ conditionTree })
      const counted = await collection.aggregate({}, { operation: 'Count' })
      return { renamed, dora, deleted, counted }
    })
    expect(result).toEqual({
      renamed: 1,
      dora: { name: 'Dora', country: { code: 'FR' } },
      deleted: 1,
      counted: [{ value: 5, group: {} }],
    })
  })

  it('sorts and cuts pages', async () => {
    const { result } = await inContext(({ collection }) =>
      collection.list(
        { sort: [{ field: 'total', ascending: false }], page: { skip: 0, limit: 1 } },
        ['total'],
      ),
    )
    expect(result).toHaveLength(1)
  })

  it('sees all rows, whatever the caller may see', async () => {
    const { model } = await openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders.addField('siblings', {
          columnType: 'Number',
          dependencies: ['id'],
          getValues: async (records, { collection }) => {
            const all = await collection.list({}, ['id'])
            return records.map(() => all.length)
          },
        }),
      ),
    )
    const collection = model.collection('orders')
    const scope = { field: 'id', operator: 'Equal', value: 1 } as const
    const rows = await list(
      { collection, filter: {}, sort: [], projection: ['siblings'] },
      { ...call, findScope: () => scope },
    )
    expect(rows).toEqual([{ siblings: 5 }])
  })

  it('names the chain of callbacks that lead back to themselves', async () => {
    await expect(inContext(({ collection }) => collection.list({}, ['probe']))).rejects.toThrow(
      'Customizations call each other without end: orders.probe getValues -> orders.probe getValues.',
    )
  })

  it.each([
    ['throwValidationError', 400],
    ['throwForbiddenError', 403],
    ['throwError', 422],
  ] as const)('%s ends the request with %i', async (method, status) => {
    await expect(inContext(async context => context[method]('no'))).rejects.toMatchObject({
      message: 'no',
      status,
    })
  })

  it('refuses a collection that does not exist, naming those that do', async () => {
    await expect(
      inContext(async ({ dataSource }) => dataSource.getCollection('ordres')),
    ).rejects.toThrow(/ordres.*orders/)
  })
})
