import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { errorOf, type OpenAgent, openAgent } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'

describe('cursors over customized sorts', () => {
  let open: OpenAgent
  beforeAll(async () => {
    open = await openAgent(shop(), {
      customize: agent =>
        agent.customizeCollection('orders', orders =>
          orders
            .importField('customerName', { path: 'customer:name' })
            .addField('label', {
              columnType: 'String',
              dependencies: ['status'],
              getValues: records => records.map(({ status }) => `is ${status}`),
            })
            .replaceFieldSorting('label', [
              { field: 'status', ascending: false },
              { field: 'customerName', ascending: true },
            ])
            .addField('rank', {
              columnType: 'Number',
              dependencies: ['total'],
              getValues: records => records.map(({ total }) => Number(total)),
            })
            .replaceFieldSorting('rank', [{ field: 'total', ascending: true }])
            .removeField('total'),
        ),
    })
  })
  afterAll(() => open.close())

  const page = async (path: string) => {
    const { json } = await open.get(path)
    return json as { data: { id: string }[]; meta?: { page: { after: string | null } } }
  }

  it.each(['label', '-label', 'customerName', '-customerName,label'])(
    'walk without gap or repeat, sorted by %s',
    async sort => {
      const seen: string[] = []
      let after: string | null = ''
      while (after !== null) {
        const { data, meta } = await page(`/orders?sort=${sort}&page[size]=1&page[after]=${after}`)
        seen.push(...data.map(record => record.id))
        after = meta!.page.after
      }
      const { data } = await page(`/orders?sort=${sort}`)
      expect(seen).toEqual(data.map(record => record.id))
    },
  )

  it('are refused when they would tell what is hidden', async () => {
    const answer = await open.get('/orders?sort=rank&page[after]=')
    expect(answer.status).toBe(400)
    expect(errorOf(answer).detail).toBe(
      "This sort of 'orders' stands for fields that are not shown: give page[number] instead of page[after].",
    )
    expect((await open.get('/orders?sort=rank')).status).toBe(200)
  })
})
