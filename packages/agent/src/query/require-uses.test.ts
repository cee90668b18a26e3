import type { CollectionModel, FieldModel } from '@service/engine'
import { describe, expect, it } from 'vitest'
import type { Access } from '../gateway/access.js'
import { requireUse, requireUses } from './require-uses.js'

const customers = { name: 'customers' } as CollectionModel
const part = { column: 'address', path: ['iban'] }
const fields = [
  { kind: 'Column', name: 'name', read: { kind: 'stored' } },
  { kind: 'Column', name: 'address', read: { kind: 'stored' } },
  { kind: 'Column', name: 'iban', read: { kind: 'stored' }, jsonPath: part },
  { kind: 'Column', name: 'buyer', read: { kind: 'alias', path: 'customer:name' } },
  { kind: 'ManyToOne', name: 'customer', target: customers, keys: [{ from: 'name', to: 'id' }] },
].map(field => ({ ...field, export: { name: field.name } })) as unknown as FieldModel[]
const orders = {
  name: 'orders',
  fields: new Map(fields.map(field => [field.name, field])),
} as unknown as CollectionModel
Object.assign(customers, { fields: new Map([['id', { name: 'id' }]]) })

/** The rule that refuses a field of orders when these fields are hidden. */
function rule(name: string, hidden: readonly string[], unread: readonly string[] = []) {
  const withheld = new Set(hidden.map(each => orders.fields.get(each)!))
  let told: unknown
  const access = {
    hiddenIn: (collection: CollectionModel) => (collection === orders ? withheld : undefined),
    mayRead: ({ name: collection }: CollectionModel) => !unread.includes(collection),
    deny(_: Error, given: object) {
      told = given
    },
  } as unknown as Access
  requireUse(access, { collection: orders, field: orders.fields.get(name)!, path: `asked ${name}` })
  return told as { field: string; reason: string } | undefined
}

describe('the rule that hides a field', () => {
  it('is told when it is hidden, and only then', () => {
    expect(rule('name', ['address'])).toBeUndefined()
    expect(rule('name', ['name'])).toEqual({
      kind: 'field',
      right: 'read',
      collection: 'orders',
      field: 'name',
      reason: "The role may not read 'name'.",
    })
  })

  it.each<[string, readonly string[], readonly string[], string]>([
    ['address', [], [], "The role may not read 'address', or a part of it."],
    ['iban', [], [], "'iban' is inside 'address', and the role may not read one of the two."],
    [
      'buyer',
      [],
      [],
      "'buyer' is imported from 'customer:name', and the role may not read one of the two.",
    ],
    [
      'customer',
      [],
      ['customers'],
      "'customer' references 'customers', which the role may not read.",
    ],
    [
      'customer',
      ['name'],
      [],
      "'customer' uses the key 'orders.name', which the role may not read.",
    ],
    ['customer', [], [], "The role may not read 'customer', or a field it depends on."],
  ])('of %s, with %j and %j, says why', (name, hidden, unread, reason) => {
    expect(rule(name, [name, ...hidden], unread)?.reason).toBe(reason)
  })

  it('is asked for each field that is used', () => {
    const denied: string[] = []
    const access = {
      hiddenIn: () => new Set(fields),
      mayRead: () => true,
      deny: (_: Error, { field }: { field: string }) => denied.push(field),
    } as unknown as Access
    const uses = fields.slice(0, 2).map(field => ({ collection: orders, field, path: '' }))
    requireUses(access, uses)
    expect(denied).toEqual(['name', 'address'])
    requireUses({ ...access, hiddenIn: undefined }, uses)
    expect(denied).toHaveLength(2)
  })
})
