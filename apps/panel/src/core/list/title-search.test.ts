import { describe, expect, it } from 'vitest'
import { applyLayout } from '../schema/apply-layout.js'
import { collection, column, key, schema, shop } from '../testing/build-schema.js'
import { buildRecordTitleRequest, buildTitleSearch } from './list-request.js'

const customers = applyLayout(shop, null).get('customers')!

describe('a search for titles', () => {
  it('reads nothing but the key and the title', () => {
    expect(buildTitleSearch(customers, 'cla', 20)).toEqual({
      method: 'GET',
      path: '/customers',
      query: { search: 'cla', 'fields[customers]': 'id,full_name', 'page[size]': '20' },
    })
    expect(buildRecordTitleRequest(customers, 'a|b').path).toBe('/customers/a%7Cb')
  })

  it('asks for the first records when nothing is typed', () => {
    expect(buildTitleSearch(customers, '', 20).query).not.toHaveProperty('search')
  })

  it('filters by the title where a collection cannot be searched', () => {
    const closed = { ...customers, isSearchable: false }
    const filters = { field: 'full_name', operator: 'IContains', value: 'cla' }
    expect(buildTitleSearch(closed, 'cla', 20).query.filters).toBe(JSON.stringify(filters))
    const { titleField: _title, ...bare } = closed
    expect(buildTitleSearch(bare, 'cla', 20).query).not.toHaveProperty('filters')
  })

  it('reads every part of a composite key', () => {
    const stock = collection('stock', [key('shop_id'), key('sku', 'String'), column('label')])
    const model = applyLayout(schema(stock), null).get('stock')!
    expect(buildTitleSearch(model, '', 20).query['fields[stock]']).toBe('shop_id,sku,label')
  })
})
