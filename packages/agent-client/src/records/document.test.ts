import { describe, expect, it } from 'vitest'
import { readRecord, readRecords } from './document.js'
import { fieldQuery } from './query.js'

describe('readRecords', () => {
  it('ends where a record references itself', () => {
    const parent = { data: { type: 'categories', id: '1' } }
    const data = [
      {
        type: 'categories',
        id: '1',
        attributes: { id: 1, name: 'All' },
        relationships: { parent },
      },
    ]
    expect(readRecords({ data })).toEqual([{ id: 1, name: 'All', parent: { id: 1, name: 'All' } }])
  })

  it('shows the id of a related record that was not included', () => {
    const owner = { data: { type: 'people', id: '7' } }
    const data = { type: 'cars', id: '1', attributes: {}, relationships: { owner } }
    expect(readRecord({ data })).toEqual({ owner: { id: '7' } })
  })

  it('leaves to-many relations out, and shows no record as null', () => {
    const relationships = { orders: { links: { related: { href: '/x' } } } }
    expect(
      readRecords({ data: [{ type: 'a', id: '1', attributes: { x: 1 }, relationships }] }),
    ).toEqual([{ x: 1 }])
    expect(readRecord({ data: null })).toBeNull()
    expect(readRecord(undefined)).toBeNull()
  })
})

describe('fieldQuery', () => {
  it('groups the fields of each relation', () => {
    expect(fieldQuery('orders', ['id', 'customer:name', 'customer@@@id', 'a:b:c'])).toEqual({
      'fields[orders]': 'id,customer,a:b:c',
      'fields[customer]': 'name,id',
    })
  })

  it('distinguishes commas in names from commas between them', () => {
    const names = ['a,b', ' c', 'd ', '-e', '\\', 'f\\g', 'h\\,', 'i j']
    expect(fieldQuery('odd', names)).toEqual({
      'fields[odd]': 'a\\,b,\\ c,d\\ ,\\-e,\\\\,f\\g,h\\\\\\,,i j',
    })
  })

  it('keeps paths whole when a relation is named like the collection', () => {
    expect(fieldQuery('parent', ['parent:name'])).toEqual({ 'fields[parent]': 'parent:name' })
  })
})
