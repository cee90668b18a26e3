import { describe, expect, it } from 'vitest'
import type { PanelRecord } from '../record/panel-record.js'
import { applyLayout } from '../schema/apply-layout.js'
import { shop } from '../testing/build-schema.js'
import { checkListState, withoutBroken } from './check-list-state.js'
import { formatFilter, parseFilter } from './filter-text.js'
import {
  buildCountRequest,
  buildExportRequest,
  buildListRequest,
  buildPageRequest,
  buildRecordRequest,
} from './list-request.js'
import { parseListState } from './list-state.js'
import { matchesFilter } from './matches-filter.js'
import { changeOperator, isComplete, listOperators } from './operands.js'

const collections = applyLayout(shop, null)
const orders = collections.get('orders')!
const customers = collections.get('customers')!

const check = (parameters: Record<string, string>) =>
  checkListState(parseListState(parameters), collections, orders, 'Europe/Paris')

describe('checkListState', () => {
  it('fills in the defaults of the collection', () => {
    expect(check({})).toEqual({
      columns: orders.columns,
      sort: orders.sort,
      isSearchExtended: false,
      broken: [],
    })
  })

  it('reports what the schema does not know, and leaves it out', () => {
    const checked = check({
      filter:
        'and(status.in.(paid),gone.equal.1,customer:gone.present,total.contains.x,total.equal.abc,status.equal.lost,???)',
      sort: '-gone,total',
      cols: 'reference,gone,customer:city',
      segment: 'Gone',
    })
    expect(formatFilter(checked.filter!)).toBe('and(status.in.(paid))')
    expect(checked.sort).toEqual([{ field: 'total' }])
    expect(checked.columns.map(({ field }) => field)).toEqual(['reference', 'customer:city'])
    expect(checked.segment).toBeUndefined()
    const reasons = checked.broken.map(each =>
      each.part === 'filter' ? [each.path, each.reason.kind] : [each.part, each.text],
    )
    expect(reasons).toEqual([
      [[1], 'unknown-field'],
      [[2], 'unknown-field'],
      [[3], 'unknown-operator'],
      [[4], 'wrong-value'],
      [[5], 'wrong-value'],
      [[6], 'unreadable'],
      ['column', 'gone'],
      ['sort', 'gone'],
      ['segment', 'Gone'],
    ])
  })

  it('repairs a state one part at a time, until nothing is broken', () => {
    let state = parseListState({
      filter: 'or(gone.equal.1,and(gone.present))',
      sort: 'gone',
      cols: 'gone',
      segment: 'Gone',
    })
    for (let step = 0; step < 5; step++) {
      const [first] = checkListState(state, collections, orders, 'UTC').broken
      state = withoutBroken(state, first!)
    }
    expect(checkListState(state, collections, orders, 'UTC').broken).toEqual([])
    expect(state.filter).toBeUndefined()
  })

  it('sends no filter when all of it is broken', () => {
    expect(check({ filter: 'or(gone.equal.1)' }).filter).toBeUndefined()
    expect(check({ filter: 'customer.equal.1' }).filter).toBeUndefined()
  })

  it('falls back to the default sort when its own is gone, not when it is empty', () => {
    expect(check({ sort: 'gone' }).sort).toEqual(orders.sort)
    expect(check({ sort: '' }).sort).toEqual([])
  })

  it('does not search a collection that cannot be searched', () => {
    const closed = { ...orders, isSearchable: false }
    const checked = checkListState({ search: 'x' }, collections, closed, 'UTC')
    expect(checked).toMatchObject({ broken: [{ part: 'search', text: 'x' }] })
    expect(checked.search).toBeUndefined()
  })
})

describe('requests', () => {
  it('name the visible columns, the key, the titles of relations and the currency', () => {
    const checked = check({
      cols: 'total,customer,customer:country',
      sort: '-ordered_at,customer:full_name',
      filter: 'status.equal.paid',
      q: 'ada',
      segment: 'To ship',
    })
    expect(buildListRequest({ collection: orders }, checked, collections, 'abc')).toEqual({
      method: 'GET',
      path: '/orders',
      query: {
        'fields[orders]': 'currency,customer:country:name,customer:full_name,id,reference,total',
        sort: '-ordered_at,customer:full_name',
        filters: '{"field":"status","operator":"equal","value":"paid"}',
        search: 'ada',
        searchExtended: '0',
        segment: 'To ship',
        'page[size]': '100',
        'page[after]': 'abc',
      },
    })
  })

  it('page by number where there is no cursor', () => {
    const { query } = buildPageRequest({ collection: orders }, check({}), collections, 2)
    expect(query).toMatchObject({ 'page[size]': '100', 'page[number]': '2' })
    expect(query).not.toHaveProperty('page[after]')
  })

  it('count what the list shows, estimated or exactly', () => {
    const checked = check({ filter: 'note.present' })
    const estimated = buildCountRequest({ collection: orders }, checked, 'estimated')
    expect(estimated.path).toBe('/orders/count')
    expect(estimated.query).toMatchObject({ precision: 'estimated' })
    expect(buildCountRequest({ collection: orders }, checked, 'exact').query).toEqual({
      filters: '{"field":"note","operator":"present"}',
    })
  })

  it('export the columns in their order with their labels', () => {
    const request = buildExportRequest(
      { collection: orders },
      check({ cols: 'total,customer' }),
      collections,
      { filename: 'orders.csv', columns: 'shown', header: 'labels', isSafe: true },
    )
    expect(request.path).toBe('/orders.csv')
    expect(request.query).toMatchObject({
      'fields[orders]': 'total,customer:full_name',
      header: '["Total","Customer"]',
      escapeFormulas: 'true',
      filename: 'orders.csv',
    })
  })

  it('export every field by name, of the selected records only', () => {
    const { query } = buildExportRequest(
      { collection: orders },
      check({ cols: 'total', filter: 'note.present' }),
      collections,
      {
        filename: 'orders',
        columns: 'all',
        header: 'names',
        isSafe: false,
        selection: { kind: 'some', ids: new Set(['1', '2']) },
      },
    )
    expect(query.header).toBeUndefined()
    expect(query.escapeFormulas).toBe('false')
    expect(query['fields[orders]']?.split(',')).toEqual(
      expect.arrayContaining(['total', 'note', 'customer:full_name']),
    )
    expect(JSON.parse(query.filters ?? '')).toEqual({
      aggregator: 'and',
      conditions: [
        { field: 'note', operator: 'present' },
        { field: 'id', operator: 'in', value: [1, 2] },
      ],
    })
  })

  it('read the records of a relation', () => {
    const parent = { collection: 'stats', id: '1|a/b', relation: 'orders' }
    const request = buildListRequest({ collection: orders, parent }, check({}), collections, '')
    expect(request.path).toBe('/%5Cstats/1%7Ca%2Fb/relationships/orders')
  })

  it('read a record with all its columns', () => {
    const { path, query } = buildRecordRequest(customers, '7', collections)
    expect(path).toBe('/customers/7')
    expect(query['fields[customers]']).toBe('city,country:name,full_name,id,password_hash')
  })

  it('escape names that would be read as lists', () => {
    const field = { ...orders.fields.get('note')!, name: 'net, gross-1' }
    const odd = { ...orders, fields: new Map([...orders.fields, [field.name, field]]) }
    const checked = checkListState({ columns: [{ field: field.name }] }, collections, odd, 'UTC')
    const { query } = buildListRequest({ collection: odd }, checked, collections, '')
    expect(query['fields[orders]']).toContain('net\\,\\ gross\\-1')
  })
})

describe('operators of a field', () => {
  const status = orders.fields.get('status')!

  it('come from the agent, with what they are compared with', () => {
    expect(listOperators(status)).toContainEqual({
      operator: 'in',
      operand: 'list',
      type: ['Enum'],
    })
    expect(listOperators(orders.fields.get('ordered_at')!)).toContainEqual({
      operator: 'previous_x_days',
      operand: 'number',
      type: 'Number',
    })
    expect(listOperators(orders.fields.get('customer')!)).toEqual([])
  })

  it('keep the value where the next operator can use it', () => {
    const leaf = { field: 'status', operator: 'equal', value: 'paid' }
    expect(changeOperator(leaf, status, 'in').value).toEqual(['paid'])
    expect(changeOperator(leaf, status, 'not_equal').value).toBe('paid')
    expect(changeOperator(leaf, status, 'present')).toEqual({
      field: 'status',
      operator: 'present',
    })
    expect(
      changeOperator({ ...leaf, operator: 'in', value: ['a', 'b'] }, status, 'equal').value,
    ).toBe('a')
  })

  it('need a value unless they take none', () => {
    expect(isComplete({ field: 'a', operator: 'present' })).toBe(true)
    expect(isComplete({ field: 'a', operator: 'equal' })).toBe(false)
    expect(isComplete({ field: 'a', operator: 'in', value: [] })).toBe(false)
    expect(isComplete({ field: 'a', operator: 'equal', value: 0 })).toBe(true)
    expect(isComplete({ field: 'a', operator: 'unheard_of', value: '' })).toBe(false)
  })
})

describe('matchesFilter', () => {
  const call = { timezone: 'Europe/Paris', now: new Date('2026-10-01T10:00:00Z') }
  const record: PanelRecord = {
    id: '1',
    collection: 'orders',
    values: { status: 'paid', total: '12.50', ordered_at: '2026-10-01T08:00:00.000Z' },
    related: {
      customer: { id: '2', collection: 'customers', values: { city: 'Lyon' }, related: {} },
    },
  }
  const matches = (text: string) =>
    matchesFilter(parseFilter(text), record, collections, orders, call)

  it.each([
    ['status.in.(paid,shipped)', true],
    ['and(status.equal.paid,total.greater_than.12.4)', true],
    ['or(status.equal.shipped,customer:city.i_contains.LY)', true],
    ['ordered_at.today', true],
    ['total.less_than.12', false],
    ['', true],
    ['note.present', undefined],
    ['customer:country:name.present', undefined],
    ['gone.equal.1', undefined],
    ['???', undefined],
  ])('%s: %s', (text, expected) => {
    expect(matches(text)).toBe(expected)
  })

  it('a relation that is empty has empty fields', () => {
    const lonely = { ...record, related: { customer: null } }
    const tree = parseFilter('customer:city.blank')
    expect(matchesFilter(tree, lonely, collections, orders, call)).toBe(true)
  })
})
