import type { CollectionModel, FieldModel } from '@service/engine'
import type { CollectionRights, FieldRights } from '@service/service-client'
import { describe, expect, it } from 'vitest'
import { fieldAccess } from './field-rights.js'

/** Orders of customers, with products through lines, and fields that stand for others. */
function shop(hiddenCollections: readonly string[] = []) {
  const collections = new Map<string, CollectionModel>()
  const add = (name: string, fields: readonly object[]) => {
    const named = new Map(
      (fields as FieldModel[]).map(field => [
        field.name,
        Object.assign(field, { export: { name: field.name } }),
      ]),
    )
    collections.set(name, {
      name,
      isExported: !hiddenCollections.includes(name),
      fields: named,
      view: new Map([...named].filter(([, field]) => field.export !== 'hidden')),
      path(path: string) {
        const names = path.split(':')
        const last = names.pop()!
        let owner = this as unknown as CollectionModel
        const relations = names.map(each => {
          const relation = owner.fields.get(each) as { target: CollectionModel }
          owner = relation.target
          return relation
        })
        return { relations, column: owner.fields.get(last) }
      },
    } as unknown as CollectionModel)
  }
  const column = (name: string, more: object = {}) => ({
    kind: 'Column',
    name,
    read: { kind: 'stored' },
    ...more,
  })
  const key = () => column('id', { isPrimaryKey: true })
  const alias = (name: string, path: string) => column(name, { read: { kind: 'alias', path } })
  const to = (name: string) => ({
    get target() {
      return collections.get(name)!
    },
    get through() {
      return collections.get('lines')!
    },
  })
  const relation = (kind: string, name: string, target: string, keys: object) =>
    Object.defineProperties({ kind, name, ...keys }, Object.getOwnPropertyDescriptors(to(target)))
  add('customers', [
    key(),
    column('name'),
    column('address'),
    relation('OneToMany', 'orders', 'orders', { keys: [{ from: 'id', to: 'customer_id' }] }),
  ])
  add('orders', [
    key(),
    column('customer_id'),
    column('code'),
    relation('ManyToOne', 'customer', 'customers', { keys: [{ from: 'customer_id', to: 'id' }] }),
    relation('ManyToMany', 'products', 'products', {
      originKeys: [{ from: 'code', to: 'order_code' }],
      foreignKeys: [{ from: 'line_sku', to: 'sku' }],
    }),
    alias('buyer', 'customer:name'),
    alias('chicken', 'egg'),
    alias('egg', 'chicken'),
  ])
  add('lines', [key(), column('order_code'), column('line_sku')])
  add('products', [key(), column('sku')])
  return collections
}

const closed: FieldRights = { read: false, edit: { roles: [2] } }
const open: FieldRights = { read: true, edit: { roles: [1] } }

interface Given {
  readonly fields?: Readonly<Record<string, FieldRights>>
  readonly unread?: readonly string[]
  readonly unedited?: readonly string[]
  readonly notShown?: readonly string[]
}

/** What role 1 may not see or write, as `orders.customer`, but for the fields that lead nowhere. */
function withheld({ fields = {}, unread = [], unedited = [], notShown = [] }: Given) {
  const byCollection = new Map<string, Map<string, FieldRights>>()
  for (const [path, right] of Object.entries(fields)) {
    const [collection = '', field = ''] = path.split('.')
    const known = byCollection.get(collection) ?? new Map()
    byCollection.set(collection, known.set(field, right))
  }
  const rights = new Map(
    [...byCollection].map(([name, given]) => [
      name,
      { fields: given } as unknown as CollectionRights,
    ]),
  )
  const access = fieldAccess(rights, 1, {
    mayRead: ({ name }) => !unread.includes(name),
    mayEdit: ({ name }) => !unedited.includes(name),
  })
  const all = [...shop(notShown).values()]
  const list = (find: typeof access.hiddenIn) =>
    all
      .flatMap(each => [...(find(each) ?? [])].map(({ name }) => `${each.name}.${name}`))
      .filter(path => !/chicken|egg/.test(path))
  return { hidden: list(access.hiddenIn), locked: list(access.lockedIn) }
}

describe('what a role may not see and write', () => {
  it('is nothing without rights on fields, or with those of its own', () => {
    expect(withheld({})).toEqual({ hidden: [], locked: [] })
    expect(withheld({ fields: { 'orders.code': open } })).toEqual({ hidden: [], locked: [] })
  })

  it.each<[Given, readonly string[], readonly string[]]>([
    [
      { fields: { 'orders.customer_id': closed } },
      ['customers.orders', 'orders.customer_id', 'orders.customer', 'orders.buyer'],
      ['customers.orders', 'orders.customer_id', 'orders.customer'],
    ],
    [
      { fields: { 'customers.name': closed } },
      ['customers.name', 'orders.buyer'],
      ['customers.name', 'orders.buyer'],
    ],
    [
      { fields: { 'orders.customer': closed } },
      ['orders.customer', 'orders.buyer'],
      ['orders.customer'],
    ],
    [{ fields: { 'orders.id': closed, 'customers.id': closed } }, [], []],
    [{ fields: { 'orders.code': closed } }, ['orders.code', 'orders.products'], ['orders.code']],
    [
      { fields: { 'lines.order_code': closed } },
      ['orders.products', 'lines.order_code'],
      ['orders.products', 'lines.order_code'],
    ],
    [
      { fields: { 'lines.line_sku': closed } },
      ['orders.products', 'lines.line_sku'],
      ['orders.products', 'lines.line_sku'],
    ],
    [{ fields: { 'products.sku': closed } }, ['orders.products', 'products.sku'], ['products.sku']],
    [{ unread: ['products'] }, ['orders.products'], []],
    [{ unread: ['lines'] }, ['orders.products'], []],
    [{ unread: ['lines'], notShown: ['lines'] }, [], []],
    [{ unread: ['customers'] }, ['orders.customer', 'orders.buyer'], []],
    [{ unedited: ['customers'] }, [], ['orders.buyer']],
    [{ unedited: ['customers'], notShown: ['customers'] }, [], []],
  ])('follows relations, their keys and imports: %j', (given, hidden, locked) => {
    expect(withheld(given)).toEqual({ hidden, locked })
  })

  it('is what stands for itself, and what stands for nothing else', () => {
    const { hiddenIn, lockedIn } = fieldAccess(new Map(), 1, {
      mayRead: () => true,
      mayEdit: () => true,
    })
    const orders = shop().get('orders')!
    const names = (found: ReadonlySet<FieldModel> | undefined) =>
      [...(found ?? [])].map(({ name }) => name)
    expect(names(hiddenIn(orders))).toEqual(['chicken', 'egg'])
    expect(names(lockedIn(orders))).toEqual(['chicken', 'egg'])
  })

  it('is one set for all of a role, which plans are kept by', () => {
    const rights = new Map([
      ['orders', { fields: new Map([['code', closed]]) } as unknown as CollectionRights],
    ])
    const access = () =>
      fieldAccess(rights, 1, { mayRead: () => true, mayEdit: () => true }).hiddenIn
    const orders = shop().get('orders')!
    expect(access()(orders)).toBe(access()(orders))
  })

  it('knows a field that code hid by its name, unless another has it now', () => {
    const orders = shop().get('orders')!
    const code = orders.fields.get('code')!
    const hide = (view: readonly string[]) =>
      ({
        ...orders,
        fields: new Map([['code', { ...code, export: 'hidden' }]]),
        view: new Map(view.map(name => [name, {}])),
      }) as unknown as CollectionModel
    const rights = new Map([
      ['orders', { fields: new Map([['code', closed]]) } as unknown as CollectionRights],
    ])
    const { hiddenIn } = fieldAccess(rights, 1, { mayRead: () => true, mayEdit: () => true })
    expect(hiddenIn(hide([]))?.size).toBe(1)
    expect(hiddenIn(hide(['code']))).toBeUndefined()
  })
})
