import type { ConditionTree } from '../features/roles/condition-tree.js'
import type { RoleRights } from '../features/roles/rights.js'
import type { RoleName, TeamName } from './people.js'

type Rights = RoleRights['defaults']
type Collections = RoleRights['collections']

const all: Rights = { browse: true, read: true, edit: true, add: true, delete: true, export: true }
const none: Rights = {
  browse: false,
  read: false,
  edit: false,
  add: false,
  delete: false,
  export: false,
}
const look: Rights = { ...none, browse: true, read: true }
const work: Rights = { ...look, edit: true, add: true }

const refund = (own: Partial<Record<'trigger' | 'approve', true>>) => ({
  trigger: false,
  approve: false,
  requireApproval: true,
  selfApprove: false,
  ...own,
})

const names = {
  everything: [
    ...['customers', 'addresses', 'suppliers', 'categories', 'products', 'tags', 'product_tags'],
    ...['orders', 'order_items', 'reviews'],
  ],
  catalogue: ['categories', 'products', 'tags', 'product_tags'],
}

const on = (collections: readonly string[], rights: Rights): Collections =>
  Object.fromEntries(collections.map(name => [name, rights]))

/** What each role may do in the shop. */
export const rights: Readonly<Record<RoleName, RoleRights>> = {
  Operator: {
    defaults: all,
    collections: {
      orders: { ...all, actions: { Refund: refund({ trigger: true, approve: true }) } },
    },
  },
  Support: {
    defaults: none,
    collections: {
      ...on(names.catalogue, look),
      customers: { ...work, fields: { balance: { read: true, edit: false } } },
      addresses: work,
      orders: { ...work, actions: { Refund: refund({ trigger: true }) } },
      order_items: work,
      reviews: { ...work, delete: true },
    },
  },
  Logistics: {
    defaults: none,
    collections: {
      ...on(names.catalogue, work),
      suppliers: work,
      orders: { ...look, edit: true },
      order_items: look,
      customers: {
        ...look,
        fields: { balance: { read: false, edit: false }, birth_date: { read: false, edit: false } },
      },
      addresses: look,
    },
  },
  Accounting: {
    defaults: look,
    collections: {
      orders: { ...look, export: true, actions: { Refund: refund({ approve: true }) } },
      order_items: { ...look, export: true },
      customers: { ...look, edit: true },
    },
  },
  Auditor: { defaults: none, collections: on(names.everything, { ...look, export: true }) },
}

/** The rows each team is restricted to. */
export const scopes: readonly {
  readonly team: TeamName
  readonly collectionName: string
  readonly condition: ConditionTree
}[] = [
  {
    team: 'Warehouse',
    collectionName: 'orders',
    condition: { field: 'status', operator: 'in', value: ['paid', 'shipped', 'delivered'] },
  },
  {
    team: 'Finance',
    collectionName: 'orders',
    condition: { field: 'currency', operator: 'equal', value: '{{currentUser.tags.currency}}' },
  },
]
