import { expect, it } from 'vitest'
import { findAction } from '../actions/execute-action.js'
import { runChart, runCollectionChart } from '../charts/run-chart.js'
import type { Customizer } from '../customizer.js'
import { list } from '../list.js'
import { call, openShop } from '../testing/shop.js'

type Customize = (customizer: Customizer) => void

it.each<[string, Customize, string]>([
  ['a field', c => c.customizeCollection('orders', o => o.removeField('totl')), 'total'],
  ['a collection', c => c.customizeCollection('ordres', o => o.disableCount()), 'orders'],
  [
    'the collection of a relation',
    c =>
      c.customizeCollection('orders', o =>
        o.addManyToOneRelation('buyer', 'custmers', { foreignKey: 'customer_id' }),
      ),
    'customers',
  ],
  [
    'a path',
    c => c.customizeCollection('orders', o => o.importField('buyer', { path: 'customer:nam' })),
    'name',
  ],
  [
    'an operator',
    c =>
      c.customizeCollection('orders', o =>
        o.emulateFieldOperator('reference', 'StartWith' as never),
      ),
    'StartsWith',
  ],
  [
    'a rule',
    c =>
      c.customizeCollection('orders', o => o.addFieldValidation('total', 'GreatrThan' as never, 0)),
    'GreaterThan',
  ],
  [
    'a type of hook',
    c => c.customizeCollection('orders', o => o.addHook('Before', 'Updated' as never, () => {})),
    'Update',
  ],
  [
    'the field of a segment',
    c =>
      c.customizeCollection('orders', o =>
        o.addSegment('Paid', { field: 'statsu', operator: 'Equal', value: 'paid' }),
      ),
    'status',
  ],
  [
    'the field of a segment, at the end of a path inside a branch',
    c =>
      c.customizeCollection('orders', o =>
        o.addSegment('Of Ada', {
          aggregator: 'And',
          conditions: [{ field: 'customer:nmae', operator: 'Equal', value: 'Ada' }],
        }),
      ),
    'name',
  ],
  [
    'the operator of a segment',
    c =>
      c.customizeCollection('orders', o =>
        o.addSegment('Paid', { field: 'status', operator: 'equal' as never, value: 'paid' }),
      ),
    'Equal',
  ],
  [
    'a member of the condition of a segment',
    c =>
      c.customizeCollection('orders', o =>
        o.addSegment('Paid', { field: 'status', operator: 'Equal', valeu: 'paid' } as never),
      ),
    'value',
  ],
])('suggests the nearest name for %s, with the line of the call', async (_, customize, nearest) => {
  const failing = openShop(customize)
  await expect(failing).rejects.toThrow(`Did you mean '${nearest}'?`)
  await expect(failing).rejects.toThrow(/known-names\.test\.ts:\d+/)
})

it('suggests the nearest segment, action and chart', async () => {
  const { model } = await openShop(customizer => {
    customizer.customizeCollection('orders', orders =>
      orders
        .addSegment('Paid', { field: 'status', operator: 'Equal', value: 'paid' })
        .addAction('Refund', { scope: 'Single', execute: () => {} })
        .addChart('history', (_, { smart }) => smart(1)),
    )
    customizer.addChart('revenue', (_, { smart }) => smart(1))
  })
  const collection = model.collection('orders')
  const paidd = list(
    { collection, filter: { segment: 'Paidd' }, sort: [], projection: ['id'] },
    call,
  )
  await expect(paidd).rejects.toThrow("It has: Paid. Did you mean 'Paid'?")
  expect(() => findAction(collection, 'Refnud')).toThrow("Did you mean 'Refund'?")
  await expect(runCollectionChart(collection, 'histroy', [1], {}, call)).rejects.toThrow(
    "Did you mean 'history'?",
  )
  await expect(runChart(model, 'revenu', {}, call)).rejects.toThrow("Did you mean 'revenue'?")
})

it('takes a segment on fields and operators that customizations add', async () => {
  const { model } = await openShop(customizer => {
    customizer.customizeCollection('orders', orders =>
      orders
        .addSegment('Large', { field: 'size', operator: 'Equal', value: 'large' })
        .addSegment('Of Ada', { field: 'buyer', operator: 'StartsWith', value: 'Ada' })
        .addField('size', {
          columnType: 'String',
          dependencies: ['total'],
          getValues: records => records.map(() => 'large'),
        })
        .emulateFieldFiltering('size')
        .importField('buyer', { path: 'customer:name' }),
    )
  })
  expect([...model.collection('orders').segments.keys()]).toEqual(['Large', 'Of Ada'])
})

it('refuses a filter of customer code with a member nobody reads', async () => {
  const { model } = await openShop()
  const orders = model.context(call, 'test').dataSource.getCollection('orders')
  const filter = { conditonTree: { field: 'id', operator: 'Equal', value: 1 } }
  const hint = "Unknown option 'conditonTree' of a filter. The options are: conditionTree"
  await expect(orders.list(filter as never, ['id'])).rejects.toThrow(hint)
  await expect(orders.update(filter as never, { total: 0 })).rejects.toThrow(hint)
  await expect(orders.delete(filter as never)).rejects.toThrow(hint)
  await expect(orders.aggregate(filter as never, { operation: 'Count' })).rejects.toThrow(hint)
})
