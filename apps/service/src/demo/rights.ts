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
const readOnly: Rights = { ...none, browse: true, read: true }
const work: Rights = { ...readOnly, edit: true, add: true }

type Action = Omit<NonNullable<Collections[string]['actions']>[string], `${string}Condition`>

const may = (own: Partial<Action>): Action => ({
  trigger: false,
  requireApproval: false,
  approve: false,
  selfApprove: false,
  ...own,
})
const run = may({ trigger: true })

const names = {
  everything: [
    ...['customers', 'addresses', 'suppliers', 'categories', 'products', 'tags', 'product_tags'],
    ...['orders', 'order_items', 'reviews', 'shelves'],
  ],
  catalogue: ['categories', 'products', 'tags', 'product_tags'],
}

const on = (collections: readonly string[], rights: Rights): Collections =>
  Object.fromEntries(collections.map(name => [name, rights]))

/** The permissions of each role in the shop. */
export const rights: Readonly<Record<RoleName, RoleRights>> = {
  Manager: {
    defaults: all,
    collections: {
      orders: {
        ...all,
        actions: { 'Mark as shipped': run, Refund: may({ trigger: true, approve: true }) },
      },
      products: {
        ...all,
        actions: { 'Export stock': run, 'Change supplier': run, 'Put on sale': run },
      },
    },
  },
  Support: {
    defaults: none,
    collections: {
      ...on(names.catalogue, readOnly),
      products: { ...readOnly, actions: { 'Export stock': run } },
      shelves: readOnly,
      customers: { ...work, fields: { balance: { read: true, edit: false } } },
      addresses: work,
      orders: {
        ...work,
        actions: {
          'Mark as shipped': run,
          // A refund needs the approval of a second person.
          Refund: may({ trigger: true, requireApproval: true }),
        },
      },
      order_items: work,
      reviews: { ...work, delete: true },
    },
  },
  Logistics: {
    defaults: none,
    collections: {
      ...on(names.catalogue, work),
      suppliers: work,
      shelves: work,
      orders: { ...readOnly, edit: true, actions: { 'Mark as shipped': run } },
      order_items: readOnly,
      customers: {
        ...readOnly,
        fields: { balance: { read: false, edit: false }, birth_date: { read: false, edit: false } },
      },
      addresses: readOnly,
    },
  },
  Accounting: {
    defaults: readOnly,
    collections: {
      orders: { ...readOnly, export: true, actions: { Refund: may({ approve: true }) } },
      order_items: { ...readOnly, export: true },
      customers: { ...readOnly, edit: true },
    },
  },
  Auditor: { defaults: none, collections: on(names.everything, { ...readOnly, export: true }) },
}

/** The rows that each team is restricted to. */
export const scopes: readonly {
  readonly team: TeamName
  readonly collectionName: string
  readonly condition: ConditionTree
}[] = [
  {
    team: 'Support',
    collectionName: 'customers',
    condition: {
      field: 'address:country',
      operator: 'equal',
      value: '{{currentUser.tags.country}}',
    },
  },
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
