import { ExactNumber } from '@service/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addBlock, startPages } from '../list/pages.js'
import { buildSelectionAttributes } from '../list/selection.js'
import { applyLayout } from '../schema/apply-layout.js'
import { shop } from '../testing/build-schema.js'
import { checkDraft, orderCreateSections } from './check-draft.js'
import {
  isStaleError,
  preselect,
  readConflicts,
  readCurrentPatch,
  resolveConflicts,
} from './conflict.js'
import { formatCurl, formatRecordJson } from './copy-record.js'
import {
  type Draft,
  getField,
  invertDraft,
  isDirty,
  listChanges,
  refreshDraft,
  setField,
  settleFields,
  startCreate,
  startDuplicate,
  startEdit,
} from './draft.js'
import { isSameValue } from './is-same-value.js'
import { findNeighbours } from './neighbours.js'
import { readCount, readList, readRecord } from './read-document.js'
import { chooseFacts } from './record-facts.js'
import { getRecordTitle, getValueAt } from './record-title.js'
import {
  buildAdd,
  buildRelatedCounts,
  buildRelatedDelete,
  buildRemove,
  listRelatedTabs,
  presetParent,
} from './related.js'
import { patchPages, patchRecord, toPatch } from './write-effect.js'
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

  it('goes on with what is left after a part was saved', () => {
    const edited = setField(setField(start, 'status', 'shipped'), 'total', 20)
    const left = settleFields(edited, ['status'], { status: 'SHIPPED' })
    expect(left.changes).toEqual({ total: 20 })
    expect(left.base.status).toBe('SHIPPED')
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
        effect: {
          kind: 'update',
          collection: 'orders',
          id: '1',
          values: { status: 'shipped' },
          related: {},
        },
      },
      {
        method: 'PUT',
        path: '/orders/1/relationships/customer',
        body: {
          data: { type: 'customers', id: '3' },
          meta: { expect: { type: 'customers', id: '2' } },
        },
        effect: {
          kind: 'update',
          collection: 'orders',
          id: '1',
          values: {},
          related: { customer: { id: '3', title: 'x' } },
        },
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
        effect: { kind: 'create', collection: 'orders' },
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
    const conflicts = readConflicts(draft, body, orders)
    expect(conflicts).toEqual([
      { field: 'status', yours: 'shipped', theirs: 'cancelled', before: 'paid' },
    ])
    expect(preselect(conflicts)).toEqual({ status: 'theirs' })
    const theirs = resolveConflicts(draft, body, orders, preselect(conflicts))
    expect(theirs.changes).toEqual({ total: 20 })
    const yours = resolveConflicts(draft, body, orders, { status: 'yours' })
    expect(yours.changes).toEqual({ status: 'shipped', total: 20 })
    expect(buildSave(yours, orders)[0]?.body).toMatchObject({
      data: { meta: { expect: { status: 'cancelled', total: 12 } } },
    })
  })

  it('is none when both wrote the same', () => {
    const body = stale({ status: 'shipped' })
    expect(readConflicts(draft, body, orders)).toEqual([])
    expect(resolveConflicts(draft, body, orders, {}).changes).toEqual({ total: 20 })
  })

  it('says what the record has become, also where it leads to', () => {
    const body = stale({ status: 'cancelled', customer: { type: 'customers', id: '4' } })
    const now = patchRecord(record, readCurrentPatch(body, orders, record.id, collections))
    expect(now.values).toEqual({ ...record.values, status: 'cancelled' })
    expect(startEdit(now, orders, collections).base.customer).toEqual({ id: '4', title: '4' })
    const empty = readCurrentPatch(stale({ customer: null }), orders, record.id, collections)
    expect(patchRecord(record, empty).related.customer).toBeNull()
  })

  it('is noticed in relations too, where others are known by their id', () => {
    const start = startEdit(record, orders, collections)
    const moved = setField(start, 'customer', { id: '3', title: 'Femi Høst' })
    const body = stale({ customer: { type: 'customers', id: '4' } })
    expect(readConflicts(moved, body, orders)).toEqual([
      {
        field: 'customer',
        yours: { id: '3', title: 'Femi Høst' },
        theirs: { id: '4', title: '4' },
        before: { id: '2', title: 'Clara Ito' },
      },
    ])
    const yours = resolveConflicts(moved, body, orders, { customer: 'yours' })
    expect(buildSave(yours, orders)[0]?.body).toEqual({
      data: { type: 'customers', id: '3' },
      meta: { expect: { type: 'customers', id: '4' } },
    })
    expect(
      readConflicts(moved, stale({ customer: { type: 'customers', id: '3' } }), orders),
    ).toEqual([])
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
          const next = resolveConflicts(edited, stale(theirs), orders, choices)
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

  it('have the columns of the layout that exist, also of related records', () => {
    const showColumns = (columns: readonly string[]) =>
      listRelatedTabs(
        { ...customers, related: [{ relation: 'orders', columns }] },
        '2',
        collections,
      )[0]!.columns.map(({ field }) => field)
    expect(showColumns(['total', 'gone', 'customer:city'])).toEqual(['total', 'customer:city'])
    expect(showColumns(['gone'])).toEqual(orders.columns.map(({ field }) => field))
  })

  it('are added and removed', () => {
    const body = { data: [{ type: 'orders', id: '3' }] }
    const path = '/customers/2/relationships/orders'
    const effect = { kind: 'relate', collection: 'orders' }
    expect(buildAdd(tab!, ['3'])).toEqual({ method: 'POST', path, body, effect })
    const selected = { ids: ['3'], all_records: false } as const
    const attributes = { collection_name: 'orders', ...selected }
    const removed = { method: 'DELETE', path, body: { data: { attributes } }, effect }
    expect(buildRemove(tab!, selected)).toEqual(removed)
  })

  it('are deleted by their ids, and through the relation when all that match are selected', () => {
    const some = { ids: ['3'], all_records: false } as const
    expect(buildRelatedDelete(tab!, some)).toMatchObject({
      method: 'DELETE',
      path: '/orders',
      effect: { kind: 'delete', collection: 'orders', ids: ['3'] },
    })
    const all = buildSelectionAttributes({ kind: 'all', except: new Set(['4']) }, { search: 'a' })
    expect(buildRelatedDelete(tab!, all)).toEqual({
      method: 'DELETE',
      path: '/customers/2/relationships/orders',
      query: { delete: 'true' },
      body: { data: { attributes: { collection_name: 'orders', ...all } } },
      effect: { kind: 'delete', collection: 'orders' },
    })
  })

  describe('with a way back', () => {
    const withOrders = (isRequired: boolean, rights: Partial<typeof orders.rights> = {}) => {
      const customer = { ...orders.fields.get('customer')!, isRequired }
      const target = {
        ...orders,
        rights: { ...orders.rights, ...rights },
        fields: new Map([...orders.fields, ['customer', customer] as const]),
      }
      const relation = { ...customers.fields.get('orders')!, inverse: 'customer' }
      const parent = {
        ...customers,
        fields: new Map([...customers.fields, ['orders', relation] as const]),
      }
      return listRelatedTabs(parent, '2', new Map([...collections, ['orders', target]]))[0]!
    }

    it('are created with their parent, which their list does not repeat', () => {
      const found = withOrders(false)
      expect(found.columns.map(({ field }) => field)).not.toContain('customer')
      const parent = { id: '2', title: 'Clara Ito' }
      expect(presetParent(found, parent)).toEqual({ customer: parent })
      expect(presetParent(tab!, parent)).toEqual({})
      expect(found).toMatchObject({ mayCreate: true, removal: 'unlink' })
      expect(withOrders(false, { add: false }).mayCreate).toBe(false)
    })

    it('are deleted when they cannot be without it, by those who may', () => {
      expect(withOrders(true).removal).toBe('delete')
      expect(withOrders(true, { delete: false }).removal).toBe('none')
      expect(withOrders(false, { edit: false }).removal).toBe('none')
    })
  })

  it('are not shown to those who may not browse them', () => {
    const closed = new Map([
      ...collections,
      ['orders', { ...orders, rights: { ...orders.rights, browse: false } }],
    ] as const)
    expect(listRelatedTabs(customers, '2', closed)).toEqual([])
  })
})

describe('a new record', () => {
  it('asks for what is needed first', () => {
    expect(orderCreateSections(orders)[0]?.fields[0]).toBe('reference')
  })

  it('cannot be saved without it', () => {
    expect([...checkDraft(startCreate(orders), orders).keys()]).toEqual(['reference'])
    expect(checkDraft(startCreate(orders, { reference: 'x' }), orders).size).toBe(0)
  })

  it('needs nothing that has a default', () => {
    const reference = { ...orders.fields.get('reference')!, defaultValue: 'new' }
    const fields = new Map([...orders.fields, ['reference', reference] as const])
    expect(
      checkDraft({ collection: 'orders', base: {}, changes: {} }, { ...orders, fields }).size,
    ).toBe(0)
  })

  it('is checked in what was changed when it exists', () => {
    const edited = setField(startEdit(record, orders, collections), 'reference', '')
    expect([...checkDraft(edited, orders)]).toEqual([['reference', [{ kind: 'required' }]]])
  })
})

it('chooses what the head of a page says', () => {
  const { status, facts, updatedAt } = chooseFacts(orders)
  expect(status?.name).toBe('status')
  expect(facts.map(({ name }) => name)).toEqual(['customer', 'total', 'ordered_at'])
  expect(updatedAt).toBeUndefined()
  const changed = { ...orders.fields.get('ordered_at')!, name: 'lastModifiedAt' }
  const fields = new Map([...orders.fields, ['lastModifiedAt', changed] as const])
  expect(chooseFacts({ ...orders, fields }).updatedAt).toBe(changed)
})

describe('a copied record', () => {
  it('is its values, with related records by id', () => {
    expect(JSON.parse(formatRecordJson(record))).toEqual({ ...record.values, customer: '2' })
    const values = { settings: { n: new ExactNumber('12345678901234567890') } }
    expect(formatRecordJson({ ...record, values })).toContain('"n": 12345678901234567890')
  })

  it('is read by a command that has no token in it', () => {
    const request = { method: 'GET', path: "/it's/1", query: { 'fields[x]': 'id' } } as const
    expect(formatCurl('https://agent.example', request, 'UTC')).toBe(
      `curl 'https://agent.example/it'\\''s/1?fields%5Bx%5D=id&timezone=UTC' \\\n  -H "authorization: Bearer $AGENT_TOKEN"`,
    )
  })
})

it('deletes one record or a selection', () => {
  expect(buildDelete('order lines', '1|2')).toEqual({
    method: 'DELETE',
    path: '/order%20lines/1%7C2',
    effect: { kind: 'delete', collection: 'order lines', ids: ['1|2'] },
  })
  expect(buildBulkDelete('orders', { ids: ['1'], all_records: false })).toMatchObject({
    body: { data: { attributes: { collection_name: 'orders', ids: ['1'] } } },
    effect: { ids: ['1'] },
  })
})

describe('what a write makes different', () => {
  const change = { collection: 'orders', id: '1', values: { status: 'shipped' }, related: {} }

  it('is applied to the record, wherever it is nested', () => {
    expect(patchRecord(record, change).values).toEqual({ ...record.values, status: 'shipped' })
    const moved = { collection: 'customers', id: '2', values: { city: 'Kyoto' }, related: {} }
    expect(patchRecord(record, moved).related.customer?.values).toMatchObject({
      full_name: 'Clara Ito',
      city: 'Kyoto',
    })
  })

  it('leaves other records as they are', () => {
    expect(patchRecord(record, { ...change, id: '2' })).toBe(record)
    const pages = addBlock(
      startPages<typeof record>(),
      '',
      { rows: [record], next: null },
      { first: 0, last: 9 },
    )
    expect(patchPages(pages, { ...change, id: '2' })).toBe(pages)
    expect(patchPages(pages, change).blocks[0]?.rows?.[0]?.values.status).toBe('shipped')
  })

  it('names a related record by its title until it is read', () => {
    const [request] = buildSave(
      setField(startEdit(record, orders, collections), 'customer', { id: '3', title: 'Femi' }),
      orders,
    )
    const { effect } = request!
    if (effect.kind !== 'update') throw new Error('an update')
    const patched = patchRecord(record, toPatch(effect, orders, collections))
    expect(patched.related.customer).toMatchObject({ id: '3', values: { full_name: 'Femi' } })
  })

  it('keeps what is known of a related record that stays', () => {
    const customer = { id: '2', collection: 'customers', values: {}, related: {} }
    const patched = patchRecord(record, { ...change, related: { customer } })
    expect(patched.related.customer).toEqual(record.related.customer)
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
  const [digits, others] = ['12345678901234567890', '12345678901234567891']
  expect(isSameValue(new ExactNumber(digits), new ExactNumber(digits))).toBe(true)
  expect(isSameValue(new ExactNumber(digits), new ExactNumber(others))).toBe(false)
  expect(isSameValue(new ExactNumber(digits), { text: digits })).toBe(false)
})
