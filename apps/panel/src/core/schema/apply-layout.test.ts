import type { CollectionLayout, Layout } from '@service/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collection, column, key, schema, shop } from '../testing/build-schema.js'
import { applyLayout } from './apply-layout.js'
import { findField, formatPath } from './find-field.js'

function layoutFor(orders: CollectionLayout): Layout {
  return { version: 1, navigation: { groups: [], hidden: [] }, collections: { orders } }
}
const applied = (orders: CollectionLayout) => applyLayout(shop, layoutFor(orders)).get('orders')!
const fieldsIn = (sections: readonly { fields: readonly string[] }[]) =>
  sections.flatMap(({ fields }) => fields)

describe('applyLayout', () => {
  it('guesses everything without a layout', () => {
    const orders = applyLayout(shop, null).get('orders')!
    expect(orders).toMatchObject({
      label: 'Orders',
      titleField: 'reference',
      primaryKey: ['id'],
      sort: [{ field: 'ordered_at', isDescending: true }],
    })
    expect(orders.columns.map(({ field }) => field).slice(0, 2)).toEqual(['reference', 'status'])
    expect(orders.fields.get('customer')).toMatchObject({ kind: 'to-one', target: 'customers' })
    expect(fieldsIn(orders.detailSections)).toContain('note')
    expect(orders.otherActions.map(({ name }) => name)).toEqual(['Refund', 'Ship'])
  })

  it('takes labels, widgets, title, columns, sort, segments and actions from the layout', () => {
    const orders = applied({
      label: 'Purchases',
      titleField: 'note',
      list: {
        columns: [{ field: 'customer:city', width: 120, isPinned: true }, { field: 'total' }],
        sort: [{ field: 'total' }],
        segments: ['Large'],
        defaultView: 3,
      },
      fields: { total: { label: 'Sum', help: 'With VAT', show: { name: 'progress' } } },
      actions: { order: ['Ship'], primary: ['Refund'], hidden: [] },
    })
    expect(orders).toMatchObject({
      label: 'Purchases',
      titleField: 'note',
      columns: [{ field: 'customer:city', width: 120, isPinned: true }, { field: 'total' }],
      sort: [{ field: 'total' }],
      segments: [{ name: 'Large' }],
      defaultView: 3,
      primaryActions: [{ name: 'Refund' }],
      otherActions: [{ name: 'Ship' }],
    })
    expect(orders.fields.get('total')).toMatchObject({
      label: 'Sum',
      help: 'With VAT',
      show: { name: 'progress' },
      edit: { name: 'money' },
    })
  })

  it('ignores unknown names, and falls back to guesses when nothing is left', () => {
    const orders = applied({
      titleField: 'gone',
      list: { columns: [{ field: 'gone' }, { field: 'customer:gone' }], sort: [{ field: 'gone' }] },
      actions: { order: ['Gone'], primary: ['Gone'] },
    })
    expect(orders).toEqual(applyLayout(shop, null).get('orders'))
  })

  it('shows new fields at the end of the detail page and nowhere else', () => {
    const orders = applied({
      list: { columns: [{ field: 'reference' }] },
      detail: { sections: [{ label: 'Order', fields: ['status', 'reference'], columns: 1 }] },
      forms: { edit: [{ fields: ['status'] }], create: [{ fields: ['reference', 'status'] }] },
    })
    expect(orders.columns).toEqual([{ field: 'reference' }])
    expect(fieldsIn(orders.detailSections).slice(0, 2)).toEqual(['status', 'reference'])
    expect(fieldsIn(orders.detailSections)).toContain('note')
    expect(fieldsIn(orders.editSections)).toEqual(['status'])
    expect(fieldsIn(orders.createSections)).toEqual(['reference', 'status'])
  })

  it('does not hide a required field from the form that creates', () => {
    const hidden = applied({ fields: { reference: { isHidden: true } } })
    expect(fieldsIn(hidden.createSections)).toContain('reference')
    expect(fieldsIn(hidden.editSections)).not.toContain('reference')
    expect(fieldsIn(hidden.detailSections)).not.toContain('reference')
    const left = applied({ forms: { create: [{ fields: ['status'] }] } })
    expect(fieldsIn(left.createSections)).toEqual(['status', 'reference'])
  })

  it('hides a required field that has a default', () => {
    const fields = [key(), column('state', 'String', { isRequired: true, defaultValue: 'new' })]
    const layout = layoutFor({ fields: { state: { isHidden: true } } })
    const orders = applyLayout(schema(collection('orders', fields)), layout).get('orders')!
    expect(fieldsIn(orders.createSections)).toEqual([])
  })

  it('gives a usable result for every layout', () => {
    const name = fc.constantFrom(
      ...['id', 'reference', 'customer', 'customer:city', 'customer:country:name', 'tags'],
      ...['orders', 'gone', '', ':', '__proto__', 'constructor', 'To ship', 'Refund', 'Ship'],
    )
    const names = fc.array(name, { maxLength: 6 })
    const optional = { requiredKeys: [] }
    const section = fc.record(
      {
        label: fc.string(),
        fields: names,
        columns: fc.constantFrom(1, 2),
        isCollapsed: fc.boolean(),
      },
      { requiredKeys: ['fields'] },
    )
    const columns = fc.array(
      fc.record(
        { field: name, width: fc.double(), isPinned: fc.boolean() },
        { requiredKeys: ['field'] },
      ),
    )
    const sort = fc.array(fc.record({ field: name, isDescending: fc.boolean() }), { maxLength: 3 })
    const fields = fc.dictionary(
      name,
      fc.record({ label: fc.string(), isHidden: fc.boolean() }, optional),
    )
    const own = fc.record(
      {
        titleField: name,
        list: fc.record({ columns, sort, segments: names }, optional),
        detail: fc.record(
          {
            sections: fc.array(section, { maxLength: 3 }),
            related: fc.array(fc.record({ relation: name, columns: names })),
          },
          optional,
        ),
        forms: fc.record(
          {
            create: fc.array(section, { maxLength: 3 }),
            edit: fc.array(section, { maxLength: 3 }),
          },
          optional,
        ),
        fields,
        actions: fc.record({ order: names, primary: names, hidden: names }, optional),
      },
      optional,
    )
    const collections = fc.dictionary(fc.constantFrom('orders', 'customers', 'gone'), own)
    fc.assert(
      fc.property(collections, each => {
        const layout = { ...layoutFor({}), collections: each as Layout['collections'] }
        const before = structuredClone(layout)
        const result = applyLayout(shop, layout)
        expect(layout).toEqual(before)
        expect([...result.keys()]).toEqual(['countries', 'customers', 'orders'])
        for (const found of result.values()) {
          const paths = [...found.columns, ...found.sort].map(({ field }) => field)
          expect({
            hasColumns: found.columns.length > 0,
            unknownPaths: paths.filter(path => !findField(result, found, path)),
            badWidths: found.columns.filter(({ width }) => width !== undefined && !(width > 0)),
            badFields: [found.detailSections, found.createSections, found.editSections]
              .map(fieldsIn)
              .flatMap(listed =>
                listed.filter(
                  (name, index) => listed.indexOf(name) !== index || !found.fields.has(name),
                ),
              ),
          }).toEqual({ hasColumns: true, unknownPaths: [], badWidths: [], badFields: [] })
        }
        expect(fieldsIn(result.get('orders')!.createSections)).toContain('reference')
      }),
    )
  })
})

describe('findField', () => {
  const collections = applyLayout(shop, null)
  const orders = collections.get('orders')!

  it('follows to-one relations to any depth', () => {
    const found = findField(collections, orders, 'customer:country:name')!
    expect(found.collection.name).toBe('countries')
    expect(formatPath(found)).toBe('Customer › Country › Name')
  })

  it.each(['gone', 'customer:gone', 'status:x', '', ':', 'customer:', 'customer:orders:id'])(
    'finds nothing at %j',
    path => {
      expect(findField(collections, orders, path)).toBeUndefined()
    },
  )
})
