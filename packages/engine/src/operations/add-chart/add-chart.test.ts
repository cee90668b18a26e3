import { describe, expect, it } from 'vitest'
import type { CollectionChartDefinition } from '../../charts/chart.js'
import { runChart, runCollectionChart } from '../../charts/run-chart.js'
import { call, openShop } from '../../testing/shop.js'

const openWith = async (definition: CollectionChartDefinition, name = 'orders') => {
  const { model } = await openShop(customizer =>
    customizer.customizeCollection(name, collection => collection.addChart('drawn', definition)),
  )
  return model.collection(name)
}

describe('addChart on a collection', () => {
  it('gives the code its record, its parameters and the request', async () => {
    const orders = await openWith(async (context, resultBuilder) => {
      const record = await context.getRecord(['total', 'customer:name'])
      const { recordId, compositeRecordId, parameters, timezone } = context
      const counted = await context.collection.aggregate({}, { operation: 'Count' })
      return resultBuilder.smart({
        record,
        recordId,
        compositeRecordId,
        parameters,
        timezone,
        counted,
      })
    })
    expect(await runCollectionChart(orders, 'drawn', [2], { range: 'Day' }, call)).toEqual({
      record: { total: 10, customer: { name: 'Bob' } },
      recordId: 2,
      compositeRecordId: [2],
      parameters: { range: 'Day' },
      timezone: 'UTC',
      counted: [{ value: 5, group: {} }],
    })
  })

  it('has no single id where the key has several columns', async () => {
    const links = await openWith(
      ({ compositeRecordId }, { smart }) => smart(compositeRecordId),
      'order_tags',
    )
    expect(await runCollectionChart(links, 'drawn', [1, 2], {}, call)).toEqual([1, 2])
    const failing = await openWith(({ recordId }, { smart }) => smart(recordId), 'order_tags')
    await expect(runCollectionChart(failing, 'drawn', [1, 2], {}, call)).rejects.toThrow(
      "The primary key of 'order_tags' is order_id, tag_id: use compositeRecordId.",
    )
  })

  it('reports a record that is gone, and an unknown chart', async () => {
    const orders = await openWith(async (context, { smart }) =>
      smart(await context.getRecord(['id'])),
    )
    await expect(runCollectionChart(orders, 'drawn', [404], {}, call)).rejects.toMatchObject({
      status: 404,
    })
    await expect(runCollectionChart(orders, 'nope', [1], {}, call)).rejects.toThrow(
      "No chart 'nope' on 'orders'. There are: drawn.",
    )
  })

  it('reports an answer no builder made', async () => {
    const orders = await openWith((() => ({ value: 12 })) as never)
    await expect(runCollectionChart(orders, 'drawn', [1], {}, call)).rejects.toThrow(
      "The chart 'drawn' must return what its result builder makes",
    )
  })

  it.each([
    ['a', "'orders' already has a chart 'a'."],
    ['', 'A chart needs a name.'],
  ])("refuses a second chart '%s', with its line", async (name, message) => {
    const failing = openShop(customizer =>
      customizer.customizeCollection('orders', orders =>
        orders
          .addChart('a', (_, { percentage }) => percentage(1))
          .addChart(name, (_, { percentage }) => percentage(2)),
      ),
    )
    await expect(failing).rejects.toThrow(message)
    await expect(failing).rejects.toThrow(/addChart on 'orders'.*at .*add-chart\.test\.ts:\d+/s)
  })
})

describe('addChart on the agent', () => {
  it('folds any collection', async () => {
    const { model } = await openShop(customizer =>
      customizer.addChart('sales', async ({ dataSource, parameters }, { value }) => {
        const orders = dataSource.getCollection('orders')
        const [sum] = await orders.aggregate({}, { operation: 'Sum', field: 'total' })
        return value(Number(sum?.value), Number(parameters.previous))
      }),
    )
    expect(await runChart(model, 'sales', { previous: '7' }, call)).toEqual({
      countCurrent: 70,
      countPrevious: 7,
    })
    await expect(runChart(model, 'nope', {}, call)).rejects.toThrow(
      "No chart 'nope' on the agent. There are: sales.",
    )
  })

  it('refuses a second one, and what is no function', async () => {
    const twice = openShop(customizer => {
      customizer.addChart('a', (_, { percentage }) => percentage(1))
      customizer.addChart('a', (_, { percentage }) => percentage(1))
    })
    await expect(twice).rejects.toThrow(
      /addChart on the agent: The agent already has a chart 'a'\..*add-chart\.test\.ts:\d+/s,
    )
    await expect(openShop(customizer => customizer.addChart('a', 12 as never))).rejects.toThrow(
      "The chart 'a' needs a function that makes its result.",
    )
  })

  it('reads its record by a plan of its own', async () => {
    const lines: string[] = []
    const { model } = await openShop(
      customizer =>
        customizer.customizeCollection('orders', orders =>
          orders.addChart('drawn', async (context, { smart }) =>
            smart(await context.getRecord(['total', 'customer:name'])),
          ),
        ),
      { debug: text => lines.push(text.replace(/[\d.]+ ms/g, '1 ms')) },
    )
    await runCollectionChart(model.collection('orders'), 'drawn', [2], {}, call)
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "list orders
        scan     orders(total) join customer(name)  where id = ?  order by id  [1 rows, 1 ms]
        1 rows in 1 ms"
    `)
  })
})
