import { createRecentMap } from '@service/base'
import { type CollectionModel, compile } from '@service/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Access } from '../gateway/access.js'
import type { Runtime } from '../runtime.js'
import { shop } from '../testing/shop.js'
import { authoriseList } from './authorise.js'
import { parseCountQuery } from './parse-count-query.js'
import { parseListQuery } from './parse-list-query.js'

const everything = { can: () => true } as unknown as Access

describe('a query read from its text', () => {
  let runtime: Runtime
  let orders: CollectionModel
  beforeAll(async () => {
    const dataSource = await shop()(
      () => {},
      async () => {},
    )
    const model = await compile([{ dataSource }], [])
    orders = model.collection('orders')
    const memory = () => createRecentMap(100)
    const options = { maxPageSize: 100 }
    runtime = {
      options,
      lists: memory(),
      counts: memory(),
      projections: memory(),
    } as unknown as Runtime
  })
  const list = (text: string, header?: string) =>
    parseListQuery(runtime, everything, orders, text, header)

  it('is the same object for the same text, so that its plan is found by identity', () => {
    const text = 'timezone=UTC&sort=-total&page[size]=3'
    expect(list(text).query).toBe(list(text).query)
    expect(parseCountQuery(runtime, everything, orders, text)).toBe(
      parseCountQuery(runtime, everything, orders, text),
    )
  })

  it('is another object for another projection header', () => {
    const text = 'timezone=UTC'
    expect(list(text, 'id').query).not.toBe(list(text).query)
    expect(list(text, 'id').projection).toEqual(['id'])
  })

  it('shares its projection with other queries that show the same', () => {
    const first = list('timezone=UTC&fields[orders]=id,total&sort=id')
    const second = list('timezone=UTC&fields[orders]=id,total&sort=-id')
    expect(first.projection).toBe(second.projection)
  })

  it('reads the day that a date is compared with in its time zone', () => {
    const filters = JSON.stringify({ field: 'paid_at', operator: 'before', value: '2024-01-31' })
    const valueIn = (zone: string) => list(`timezone=${zone}&filters=${filters}`).query.filter
    expect(valueIn('UTC').conditionTree).toMatchObject({ value: '2024-01-31T00:00:00.000Z' })
    expect(valueIn('Asia/Tokyo').conditionTree).toMatchObject({ value: '2024-01-30T15:00:00.000Z' })
  })

  it('is not remembered when its text is long', () => {
    const text = `timezone=UTC&unknown=${'x'.repeat(9000)}`
    expect(list(text)).not.toBe(list(text))
  })

  it('without what the caller may not read is the same object again', () => {
    const parsed = list('timezone=UTC')
    const hidden = new Set([orders.fields.get('customer')!, orders.fields.get('total')!])
    const limited = (): Access => {
      const hiddenIn = (collection: CollectionModel) => (collection === orders ? hidden : undefined)
      return { can: () => true, hiddenIn } as unknown as Access
    }
    const narrowed = authoriseList(runtime, limited(), parsed)
    expect(narrowed.projection.some(path => path.startsWith('customer:'))).toBe(false)
    expect(narrowed.query.projection).not.toContain('total')
    expect(authoriseList(runtime, limited(), parsed)).toBe(narrowed)
    expect(authoriseList(runtime, everything, parsed)).toBe(parsed)
  })
})
