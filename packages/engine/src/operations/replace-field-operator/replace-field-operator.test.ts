import { describe, expect, it } from 'vitest'
import type { Customizer } from '../../customizer.js'
import { explainList, list } from '../../list.js'
import { call, openShop } from '../../testing/shop.js'
import type { OperatorReplacement } from './replace-field-operator.js'

const withLabel = (replacement: OperatorReplacement) => (customizer: Customizer) =>
  customizer.customizeCollection('orders', orders =>
    orders
      .addField('label', {
        columnType: 'String',
        dependencies: ['status', 'id'],
        getValues: records => records.map(({ status, id }) => `${status} ${id}`),
      })
      .replaceFieldOperator('label', 'Equal', replacement),
  )

const byParts: OperatorReplacement = value => {
  const [status, id] = String(value).split(' ')
  return {
    aggregator: 'And',
    conditions: [
      { field: 'status', operator: 'Equal', value: status },
      { field: 'id', operator: 'Equal', value: Number(id) },
    ],
  }
}

const wanted = (value: string) => ({
  filter: { conditionTree: { field: 'label', operator: 'Equal', value } as const },
  sort: [],
  projection: ['id'],
})

describe('replaceFieldOperator', () => {
  it('asks the source the replacement', async () => {
    const { model } = await openShop(withLabel(byParts))
    const query = { ...wanted('paid 3'), collection: model.collection('orders') }
    expect(await list(query, call)).toEqual([{ id: 3 }])
    expect(await explainList(query, call)).toMatchInlineSnapshot(`
      "list orders
        scan     orders(id)  where status = ? and id = ?  order by id"
    `)
  })

  it('may answer later, and sees the caller', async () => {
    const seen: unknown[] = []
    const { model } = await openShop(
      withLabel(async (value, context) => {
        seen.push(context.caller, context.timezone)
        return byParts(value, context)
      }),
    )
    const query = { ...wanted('void 4'), collection: model.collection('orders') }
    expect(await list(query, call)).toEqual([{ id: 4 }])
    expect(seen).toEqual([expect.objectContaining({ id: 0, role: '' }), 'UTC'])
  })

  it('is evaluated in memory when nothing is answered', async () => {
    const { model } = await openShop(withLabel(() => undefined))
    const query = { ...wanted('paid 1'), collection: model.collection('orders') }
    expect(await list(query, call)).toEqual([{ id: 1 }])
  })

  it('names the fields of replacements that lead to each other', async () => {
    const { model } = await openShop(
      withLabel(value => ({ field: 'label', operator: 'Equal', value })),
    )
    const query = { ...wanted('paid 1'), collection: model.collection('orders') }
    await expect(list(query, call)).rejects.toThrow(
      'Replaced operators form a cycle: orders.label Equal -> orders.label Equal.',
    )
  })

  it('refuses an operator the type does not have, and what is no function', async () => {
    const customize = (operator: 'Today' | 'Equal', replacement: unknown) =>
      openShop(customizer =>
        customizer.customizeCollection('orders', orders =>
          orders.replaceFieldOperator('total', operator, replacement as OperatorReplacement),
        ),
      )
    await expect(customize('Today', byParts)).rejects.toThrow(
      "'Today' cannot be used on 'total'. Possible: ",
    )
    await expect(customize('Equal', null)).rejects.toThrow(
      "'Equal' of 'total' needs a function that replaces it.",
    )
  })
})
