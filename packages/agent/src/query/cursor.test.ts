import type { SortClause } from '@service/datasource-toolkit'
import type { ColumnModel } from '@service/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OpenAgent, openAgent, readError } from '../testing/open-agent.js'
import { shop } from '../testing/shop.js'
import { readCursor, writeCursor } from './cursor.js'

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
      while (after !== null && seen.length < 20) {
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
    expect(readError(answer).detail).toBe(
      "This sort of 'orders' uses fields that are not shown: give page[number] instead of page[after].",
    )
    expect((await open.get('/orders?sort=rank')).status).toBe(200)
  })
})

describe('a cursor', () => {
  const column = (columnType: string) => ({ columnType }) as ColumnModel
  const up = (...fields: string[]) => fields.map(field => ({ field, ascending: true }))
  const read = (text: string, sort: readonly SortClause[], ...types: string[]) =>
    readCursor(text, sort, types.map(column))

  it('holds the values of the order it was made in', () => {
    const sort = up('total', 'customer:name', 'key', 'lost')
    const row = { total: 5, customer: { name: 'Ada' }, key: new Uint8Array([1, 255]) }
    const text = writeCursor(sort, row)
    expect(text).toMatch(/^[\w-]+$/)
    expect(JSON.parse(Buffer.from(text, 'base64url').toString()).slice(1)).toEqual([
      5,
      'Ada',
      '01ff',
      null,
    ])
    expect(read(text, sort, 'Number', 'String', 'String', 'String')).toEqual([
      5,
      'Ada',
      '01ff',
      null,
    ])
  })

  it('holds for no other order', () => {
    const text = writeCursor(up('a', 'b'), { a: 'x', b: 'y' })
    const others = [
      up('b', 'a'),
      [{ field: 'a', ascending: false }, ...up('b')],
      [...up('a'), { field: 'b', ascending: false }],
    ]
    for (const other of others) {
      expect(() => read(text, other, 'String', 'String')).toThrow('belongs to another sort')
    }
    const joined = writeCursor(up('a,b', 'c'), { 'a,b': 'x', c: 'y' })
    for (const other of [up('a', 'b,c'), up('ab', 'c'), up('a', 'bc')]) {
      expect(() => read(joined, other, 'String', 'String')).toThrow('belongs to another sort')
    }
    const backslash = writeCursor(up('a\\', 'b'), {})
    expect(() => read(backslash, up('a', 'b'), 'String', 'String')).toThrow('another sort')
  })

  it.each(['x', '', 'e30', 'W10', Buffer.from('{"0":"a"}').toString('base64url')])(
    'is not %j',
    text => {
      expect(() => read(text, up('a'), 'String')).toThrow('is not a cursor of this list')
    },
  )

  it('has as many values as the order, of its types', () => {
    const make = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    expect(read(make('a', 5), up('a'), 'Number')).toEqual([5])
    for (const wrong of [make('a'), make('a', 5, 6), make('a', 'x')]) {
      expect(() => read(wrong, up('a'), 'Number')).toThrow('is not a cursor of this list')
    }
  })
})
