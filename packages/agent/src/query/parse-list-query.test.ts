import { createRecentMap } from '@service/base'
import { type CollectionModel, compile, type FieldModel, type ToOneModel } from '@service/engine'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Access } from '../gateway/access.js'
import type { Runtime } from '../runtime.js'
import { shop } from '../testing/shop.js'
import { authoriseList } from './authorise.js'
import { parseCountQuery } from './parse-count-query.js'
import { parseGetQuery, parseListQuery } from './parse-list-query.js'

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
    expect(list(text, 'total').projection).toEqual(['total', 'id'])
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

  it('reads one row more than a page by cursor shows, in a total order', () => {
    const parsed = list('timezone=UTC&fields[orders]=status&sort=-total&page[after]=&page[size]=3')
    expect(parsed.query).toMatchObject({
      projection: ['status', 'id', 'total'],
      sort: [
        { field: 'total', ascending: false },
        { field: 'id', ascending: true },
      ],
      page: { skip: 0, limit: 4 },
    })
    expect(parsed.query).not.toHaveProperty('after')
    expect(parsed.keyset).toEqual({ sort: parsed.query.sort, size: 3 })
    expect(parsed.projection).toEqual(['status', 'id'])
    const numbered = list('timezone=UTC&sort=-total&page[number]=3&page[size]=4')
    expect(numbered.query).toMatchObject({
      sort: [{ field: 'total', ascending: false }],
      page: { skip: 8, limit: 4 },
    })
    expect(numbered).not.toHaveProperty('keyset')
  })

  it('is not paged by cursor where keys are not proven, or the order is hidden', () => {
    const unproven = { ...orders, hasProvenKey: false } as CollectionModel
    const text = 'timezone=UTC&page[after]='
    expect(() => parseListQuery(runtime, everything, unproven, `${text}&x=1`, undefined)).toThrow(
      'be paged by cursor: give page[number]',
    )
    expect(() => list(`${text}&x=2`)).not.toThrow()
    const customer = orders.fields.get('customer') as ToOneModel
    const status = {
      ...orders.fields.get('status')!,
      sort: { kind: 'replaced', clauses: [{ field: 'customer:name', ascending: true }] },
    } as FieldModel
    const sortedBy = (change: object) => {
      const column = { ...customer.target.fields.get('name')!, ...change }
      const path = (asked: string) => {
        if (asked === 'status') return { relations: [], column: status }
        return asked === 'customer:name' ? { relations: [customer], column } : orders.path(asked)
      }
      return {
        ...orders,
        path,
        fields: new Map(orders.fields).set('status', status),
        view: new Map(orders.view).set('status', status),
      } as unknown as CollectionModel
    }
    const read = (collection: CollectionModel, more: string) => () =>
      parseListQuery(runtime, everything, collection, `${text}&sort=status&${more}`, 'id')
    expect(read(sortedBy({ export: 'hidden' }), 'x=3')).toThrow('fields that are not shown')
    expect(read(sortedBy({}), 'x=4')).not.toThrow()
  })

  it('of one record shows fields and takes no filter', () => {
    const get = (text: string) =>
      parseGetQuery(runtime, everything, orders, `timezone=UTC&${text}`, undefined)
    const parsed = get('fields[orders]=total&filters=x&search=x&sort=nope&page[size]=x')
    expect(parsed.projection).toEqual(['total', 'id'])
    expect(parsed.query.filter).toEqual({})
    expect(get('fields[orders]=total')).not.toBe(list('timezone=UTC&fields[orders]=total'))
    expect(get('')).toBe(get(''))
    const shown = (header: string) =>
      parseGetQuery(runtime, everything, orders, 'timezone=UTC', header).projection
    expect([shown('id'), shown('total')]).toEqual([['id'], ['total', 'id']])
    expect(() => parseGetQuery(runtime, everything, orders, '', undefined)).toThrow('timezone')
  })

  it('tells which collections it touches', () => {
    const touched = (text: string) => list(`timezone=UTC&${text}`).touched.map(({ name }) => name)
    expect(touched('fields[orders]=id')).toEqual(['orders'])
    expect(touched('fields[orders]=id&sort=customer.name')).toEqual(['orders', 'customers'])
    expect(touched('')).toEqual(['orders', 'customers'])
  })

  describe('of somebody who does not see all', () => {
    const hide = (...names: string[]) => {
      const hidden = new Set(names.map(name => orders.fields.get(name)!))
      const hiddenIn = (collection: CollectionModel) => (collection === orders ? hidden : undefined)
      const deny = (error: Error): never => {
        throw error
      }
      return { can: () => true, hiddenIn, deny } as unknown as Access
    }

    it('shows what they see, and still reads what a cursor needs', () => {
      const parsed = list('timezone=UTC&page[after]=&sort=status')
      const narrowed = authoriseList(runtime, hide('total'), parsed)
      expect(narrowed.projection).not.toContain('total')
      expect(narrowed.projection).toContain('customer:name')
      expect(narrowed.query.projection).toEqual(expect.arrayContaining(['status', 'id']))
      expect(new Set(narrowed.query.projection)).toEqual(new Set(narrowed.projection))
      const keyless = authoriseList(runtime, hide('total', 'customer'), parsed)
      expect(keyless).not.toBe(narrowed)
      expect(keyless.projection.some(path => path.startsWith('customer:'))).toBe(false)
      expect(authoriseList(runtime, hide('total'), parsed).projection).toEqual(narrowed.projection)
    })

    it('is refused when they named what they do not see', () => {
      const named = parseListQuery(
        runtime,
        everything,
        orders,
        'timezone=UTC&fields[orders]=total',
        undefined,
      )
      expect(() => authoriseList(runtime, hide('total'), named)).toThrow("the field 'total'")
      const filters = encodeURIComponent('{"field":"total","operator":"present"}')
      for (const shown of ['', '&fields[orders]=id']) {
        for (const text of [`sort=total${shown}`, `filters=${filters}${shown}`]) {
          const asked = list(`timezone=UTC&${text}`)
          expect(() => authoriseList(runtime, hide('total'), asked)).toThrow("the field 'total'")
          expect(() => authoriseList(runtime, hide('status'), asked)).not.toThrow()
        }
      }
      expect(authoriseList(runtime, hide('status'), named)).toBe(named)
    })
  })
})
