import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addBlock, startPages } from '../list/pages.js'
import { applyLayout } from '../schema/apply-layout.js'
import { shop } from '../testing/build-schema.js'
import { isStaleError, preselect, readConflicts, resolveConflicts } from './conflict.js'
import {
  type Draft,
  getField,
  invertDraft,
  isDirty,
  listChanges,
  refreshDraft,
  setField,
  startCreate,
  startDuplicate,
  startEdit,
} from './draft.js'
import { isSameValue } from './is-same-value.js'
import { findNeighbours } from './neighbours.js'
import { readCount, readList, readRecord } from './read-document.js'
import { getRecordTitle, getValueAt } from './record-title.js'
import { buildAdd, buildRelatedCounts, buildRemove, listRelatedTabs } from './related.js'
import { buildBulkDelete, buildDelete, buildSave } from './write-requests.js'

const collections = applyLayout(shop, null)
const orders = collections.get('orders')!
const customers = collections.get('customers')!

const resource = {
  type: 'orders',
  id: '1',
  attributes: { id: 1, reference: 'ORD-1', status: 'paid', total: 12, tags: ['a'], note: null },
  relationships: {
    customer: { data: { type: 'customers', id: '2' } },
    items: { links: { related: { href: '/x' } } },
  },
}
const included = [
  {
    type: 'customers',
    id: '2',
    attributes: { id: 2, full_name: 'Clara Ito', city: 'Lyon' },
    relationships: { country: { data: null } },
  },
]
const record = readRecord({ data: resource, included })!

describe('documents', () => {
  it('become records with their relations', () => {
    expect(record).toEqual({
      id: '1',
      collection: 'orders',
      values: resource.attributes,
      related: {
        customer: {
          id: '2',
          collection: 'customers',
          values: included[0]!.attributes,
          related: { country: null },
        },
      },
    })
    expect(getRecordTitle(record, orders)).toBe('ORD-1')
    expect(getRecordTitle(record, undefined)).toBe('1')
    expect(getValueAt(record, 'customer:city')).toBe('Lyon')
    expect(getValueAt(record, 'customer:country:name')).toBeNull()
    expect(getValueAt(record, 'gone:city')).toBeNull()
    expect(getValueAt(record, 'customer')).toMatchObject({ id: '2' })
  })

  it('give the rows, the next cursor and where a search was found', () => {
    const list = readList({
      data: [resource],
      included,
      meta: {
        page: { after: 'abc' },
        decorators: { 0: { id: '1', search: ['reference'] } },
      },
    })
    expect(list.rows).toEqual([record])
    expect(list.next).toBe('abc')
    expect(list.matches.get('1')).toEqual(['reference'])
  })

  it('may lead to themselves, or lack what they name', () => {
    const own = { type: 'c', id: '1', relationships: { parent: { data: { type: 'c', id: '1' } } } }
    expect(readRecord({ data: own, included: [own] })?.related.parent).toMatchObject({
      id: '1',
      related: {},
    })
    expect(readRecord({ data: resource })?.related.customer).toMatchObject({ id: '2', values: {} })
  })

  it.each([undefined, null, {}, [], 'x', { data: null }, { data: 3, meta: 1, included: {} }])(
    'of another shape (%j) are empty',
    document => {
      expect(readList(document)).toEqual({ rows: [], next: null, matches: new Map() })
      expect(readRecord(document)).toBeUndefined()
    },
  )

  it('count exactly, by estimate, or not at all', () => {
    expect(readCount({ count: 3 })).toEqual({ count: 3, isEstimated: false })
    expect(readCount({ count: 3, meta: { precision: 'estimated' } })?.isEstimated).toBe(true)
    expect(readCount({ meta: { count: 'deactivated' } })).toBeUndefined()
  })
})

describe('a draft', () => {
  const start = startEdit(record, orders, collections)

  it('knows what was changed, and takes a change back', () => {
    const edited = setField(setField(start, 'status', 'shipped'), 'tags', ['b'])
    expect(isDirty(edited)).toBe(true)
    expect(listChanges(edited)).toEqual([
      { field: 'status', before: 'paid', after: 'shipped' },
      { field: 'tags', before: ['a'], after: ['b'] },
    ])
    expect(isDirty(setField(setField(edited, 'status', 'paid'), 'tags', ['a']))).toBe(false)
    expect(getField(edited, 'status')).toBe('shipped')
    expect(getField(edited, 'total')).toBe(12)
    expect(start.changes).toEqual({})
  })

  it('compares related records by their id', () => {
    expect(getField(start, 'customer')).toEqual({ id: '2', title: 'Clara Ito' })
    expect(isDirty(setField(start, 'customer', { id: '2', title: 'C. Ito' }))).toBe(false)
    expect(isDirty(setField(start, 'customer', null))).toBe(true)
  })

  it('is saved with the values it was made on, relations apart', () => {
    const edited = setField(setField(start, 'status', 'shipped'), 'customer', {
      id: '3',
      title: 'x',
    })
    expect(buildSave(edited, orders)).toEqual([
      {
        method: 'PUT',
        path: '/orders/1',
        body: {
          data: {
            type: 'orders',
            id: '1',
            attributes: { status: 'shipped' },
            meta: { expect: { status: 'paid' } },
          },
        },
      },
      {
        method: 'PUT',
        path: '/orders/1/relationships/customer',
        body: { data: { type: 'customers', id: '3' } },
      },
    ])
    expect(buildSave(setField(start, 'customer', null), orders)).toMatchObject([
      { body: { data: null } },
    ])
  })

  it('expects nothing of a value that was not read', () => {
    const [request] = buildSave(setField(start, 'currency', 'EUR'), orders)
    expect(request?.body).toEqual({
      data: { type: 'orders', id: '1', attributes: { currency: 'EUR' } },
    })
  })

  it('creates a record with its defaults and relations', () => {
    const draft = setField(startCreate(orders, { customer: { id: '2', title: '' } }), 'total', 5)
    expect(buildSave(draft, orders)).toEqual([
      {
        method: 'POST',
        path: '/orders',
        body: {
          data: {
            type: 'orders',
            attributes: { total: 5 },
            relationships: { customer: { data: { type: 'customers', id: '2' } } },
          },
        },
      },
    ])
    const status = { ...orders.fields.get('status')!, defaultValue: 'paid' }
    const withDefault = { ...orders, fields: new Map([...orders.fields, ['status', status]]) }
    expect(startCreate(withDefault).changes).toEqual({ status: 'paid' })
  })

  it('copies a record without its key and its empty values', () => {
    expect(startDuplicate(record, orders, collections)).toEqual({
      collection: 'orders',
      base: {},
      changes: {
        customer: { id: '2', title: 'Clara Ito' },
        reference: 'ORD-1',
        status: 'paid',
        tags: ['a'],
        total: 12,
      },
    })
  })

  it('keeps what is typed when the record is read again', () => {
    const edited = setField(start, 'status', 'shipped')
    const fresh: Draft = { ...start, base: { ...start.base, status: 'cancelled', total: 99 } }
    const next = refreshDraft(edited, fresh)
    expect(getField(next, 'status')).toBe('shipped')
    expect(getField(next, 'total')).toBe(99)
    expect(next.base.status).toBe('paid')
  })

  it('is undone by its inverse', () => {
    const edited = setField(setField(start, 'status', 'shipped'), 'note', 'x')
    expect(invertDraft(edited).changes).toEqual({ status: 'paid', note: null })
    expect(invertDraft(invertDraft(edited)).changes).toEqual(edited.changes)
  })
})

describe('a conflict', () => {
  const draft = setField(
    setField(startEdit(record, orders, collections), 'status', 'shipped'),
    'total',
    20,
  )
  const stale = (current: object) => ({
    errors: [{ name: 'StaleRecordError', code: 'stale_record', status: 409, data: { current } }],
  })

  it('is recognised by its code', () => {
    expect(isStaleError(409, stale({}))).toBe(true)
    expect(isStaleError(409, { errors: [{ code: 'other' }] })).toBe(false)
    expect(isStaleError(400, stale({}))).toBe(false)
    expect(isStaleError(409, null)).toBe(false)
  })

  it('shows yours, theirs and what was before, and keeps theirs unless told otherwise', () => {
    const body = stale({ status: 'cancelled', total: 12 })
    const conflicts = readConflicts(draft, body)
    expect(conflicts).toEqual([
      { field: 'status', yours: 'shipped', theirs: 'cancelled', before: 'paid' },
    ])
    expect(preselect(conflicts)).toEqual({ status: 'theirs' })
    const theirs = resolveConflicts(draft, body, preselect(conflicts))
    expect(theirs.changes).toEqual({ total: 20 })
    const yours = resolveConflicts(draft, body, { status: 'yours' })
    expect(yours.changes).toEqual({ status: 'shipped', total: 20 })
    expect(buildSave(yours, orders)[0]?.body).toMatchObject({
      data: { meta: { expect: { status: 'cancelled', total: 12 } } },
    })
  })

  it('is none when both wrote the same', () => {
    const body = stale({ status: 'shipped' })
    expect(readConflicts(draft, body)).toEqual([])
    expect(resolveConflicts(draft, body, {}).changes).toEqual({ total: 20 })
  })

  it('never loses or invents a value: each field has yours or theirs afterwards', () => {
    const value = fc.constantFrom(null, 1, 'x', 'y')
    const values = fc.record({ a: value, b: value })
    const choice = fc.constantFrom('yours' as const, 'theirs' as const)
    fc.assert(
      fc.property(
        values,
        values,
        values,
        fc.record({ a: choice, b: choice }),
        (base, yours, theirs, choices) => {
          let edited: Draft = { collection: 'c', id: '1', base, changes: {} }
          edited = setField(setField(edited, 'a', yours.a), 'b', yours.b)
          const next = resolveConflicts(edited, stale(theirs), choices)
          for (const name of ['a', 'b'] as const) {
            const isChanged = yours[name] !== base[name]
            const isConflict =
              isChanged && theirs[name] !== base[name] && theirs[name] !== yours[name]
            const isYours = isChanged && (!isConflict || choices[name] === 'yours')
            expect(getField(next, name)).toBe(isYours ? yours[name] : theirs[name])
          }
        },
      ),
    )
  })
})

describe('related records', () => {
  const [tab] = listRelatedTabs(customers, '2', collections)

  it('are lists of their own, counted in one batch', () => {
    expect(tab).toMatchObject({ relation: 'orders', label: 'Orders', mayChange: true })
    expect(tab!.columns).toEqual(orders.columns)
    expect(buildRelatedCounts([tab!])).toEqual([
      { method: 'GET', path: '/customers/2/relationships/orders/count', query: {} },
    ])
  })

  it('are added and removed', () => {
    const body = { data: [{ type: 'orders', id: '3' }] }
    const path = '/customers/2/relationships/orders'
    expect(buildAdd(tab!, ['3'])).toEqual({ method: 'POST', path, body })
    expect(buildRemove(tab!, ['3'])).toEqual({ method: 'DELETE', path, body })
  })

  it('are not shown to those who may not browse them', () => {
    const closed = new Map([
      ...collections,
      ['orders', { ...orders, rights: { ...orders.rights, browse: false } }],
    ] as const)
    expect(listRelatedTabs(customers, '2', closed)).toEqual([])
  })
})

it('deletes one record or a selection', () => {
  expect(buildDelete('order lines', '1|2')).toEqual({
    method: 'DELETE',
    path: '/order%20lines/1%7C2',
  })
  expect(buildBulkDelete('orders', { ids: ['1'] }).body).toEqual({
    data: { attributes: { collection_name: 'orders', ids: ['1'] } },
  })
})

describe('neighbours', () => {
  const viewport = { first: 0, last: 9 }
  const rows = ['a', 'b', 'c'].map(id => ({ id }))
  const whole = addBlock(startPages<{ id: string }>(), '', { rows, next: null }, viewport)

  it('are those in the list', () => {
    expect(findNeighbours(whole, 'b')).toEqual({
      previous: 'a',
      next: 'c',
      position: 2,
      needsMore: false,
    })
    expect(findNeighbours(whole, 'a')).toEqual({ next: 'b', position: 1, needsMore: false })
    expect(findNeighbours(whole, 'c')).toEqual({ previous: 'b', position: 3, needsMore: false })
    expect(findNeighbours(whole, 'x')).toEqual({ needsMore: false })
  })

  it('say when more has to be loaded', () => {
    const part = addBlock(startPages<{ id: string }>(), '', { rows, next: 'c' }, viewport)
    expect(findNeighbours(part, 'c').needsMore).toBe(true)
  })
})

it('values are the same by content', () => {
  expect(isSameValue(undefined, null)).toBe(true)
  expect(isSameValue({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] })).toBe(true)
  expect(isSameValue({ a: 1 }, { a: 1, b: null })).toBe(false)
  expect(isSameValue([1], [1, 2])).toBe(false)
  expect(isSameValue([1], { 0: 1 })).toBe(false)
  expect(isSameValue('1', 1)).toBe(false)
  expect(isSameValue(new Date(0), new Date(0))).toBe(true)
})
