import type { CollectionModel, FieldModel } from '@service/engine'
import { describe, expect, it } from 'vitest'
import { exportedName } from './exported-name.js'
import { matchIds, packId, parseId, requirePrimaryKey, rowOfId } from './parse-id.js'

const keyed = (...types: string[]) =>
  ({
    name: 'orders',
    primaryKey: types.map((columnType, index) => ({ name: `key${index}`, columnType })),
  }) as unknown as CollectionModel

const numbers = keyed('Number')
const texts = keyed('String')
const pairs = keyed('Number', 'String')

describe('an id', () => {
  it.each([
    [numbers, { key0: 7 }, '7'],
    [texts, { key0: 'pen' }, 'pen'],
    [pairs, { key0: 7, key1: 'pen' }, '7|pen'],
  ])('is written and read back', (collection, row, id) => {
    expect(packId(collection, row)).toBe(id)
    expect(rowOfId(collection, parseId(collection, id))).toEqual(row)
  })

  it.each(['a|b', '|', '', 'null', '%7C', 'é'])('holds the text %j', text => {
    const id = packId(texts, { key0: text })
    expect(parseId(texts, id)).toEqual([text])
    const pair = packId(pairs, { key0: 1, key1: text })
    expect(parseId(pairs, pair)).toEqual([1, text])
  })

  it('of a number is not the one of its text', () => {
    expect(parseId(numbers, '7')).toEqual([7])
    expect(parseId(texts, '7')).toEqual(['7'])
    expect(() => parseId(numbers, 'x')).toThrow('is not a Number')
    expect(() => parseId(pairs, '7')).toThrow()
  })

  it('stands for one record: not for those whose key is null, nor where there is none', () => {
    const id = packId(texts, { key0: null })
    expect(() => parseId(texts, id)).toThrow(expect.objectContaining({ status: 422 }))
    expect(() => parseId(keyed(), '1')).toThrow('has no primary key')
    expect(() => requirePrimaryKey(keyed())).toThrow('has no primary key')
    expect(() => requirePrimaryKey(numbers)).not.toThrow()
  })

  it('matches by its key', () => {
    expect(matchIds(numbers, [[1], [2]])).toMatchObject({ field: 'key0', value: [1, 2] })
    expect(matchIds(numbers, [])).toMatchObject({ conditions: [] })
  })
})

describe('the name clients know a field by', () => {
  it('is its own when it is hidden', () => {
    expect(exportedName({ name: 'a', export: { name: 'b' } } as FieldModel)).toBe('b')
    expect(exportedName({ name: 'a', export: 'hidden' } as FieldModel)).toBe('a')
  })
})
