import { describe, expect, it } from 'vitest'
import type { CollectionModel } from '../schema/collection-model.js'
import { fullSelection, setSelected } from './selection.js'
import { buildSelectionFilter } from './selection-filter.js'

const collect = (...keys: readonly (readonly [string, string])[]) =>
  ({
    primaryKey: keys.map(([name]) => name),
    fields: new Map(keys.map(([name, columnType]) => [name, { name, columnType }])),
  }) as unknown as CollectionModel

const some = (...ids: readonly string[]) => ({ kind: 'some', ids: new Set(ids) }) as const

describe('buildSelectionFilter', () => {
  it('names the keys that are selected, or left out', () => {
    const orders = collect(['id', 'Number'])
    expect(buildSelectionFilter(orders, some('1', '22'))).toEqual({
      field: 'id',
      operator: 'in',
      value: [1, 22],
    })
    expect(buildSelectionFilter(orders, setSelected(fullSelection, ['3'], false))).toEqual({
      field: 'id',
      operator: 'not_in',
      value: [3],
    })
  })

  it('is not needed for all that match', () => {
    expect(buildSelectionFilter(collect(['id', 'Number']), fullSelection)).toBeUndefined()
  })

  it('reads keys of several parts and texts with a backslash', () => {
    const lines = collect(['order', 'Number'], ['sku', 'String'])
    expect(buildSelectionFilter(lines, some('1|a'))).toEqual({
      aggregator: 'or',
      conditions: [
        {
          aggregator: 'and',
          conditions: [
            { field: 'order', operator: 'equal', value: 1 },
            { field: 'sku', operator: 'equal', value: 'a' },
          ],
        },
      ],
    })
    expect(buildSelectionFilter(lines, { kind: 'all', except: new Set(['1|a']) })).toMatchObject({
      aggregator: 'and',
      conditions: [{ aggregator: 'or' }],
    })
    expect(buildSelectionFilter(collect(['name', 'String']), some('\\count'))).toMatchObject({
      value: ['count'],
    })
  })
})
