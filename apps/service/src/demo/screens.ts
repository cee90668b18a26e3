import type { CollectionLayout, Layout, LayoutItem, ViewState } from '@service/protocol'
import type { TeamName } from './people.js'

const list = (...names: readonly string[]): readonly LayoutItem[] =>
  names.map(name => ({ kind: 'collection', name }))

const columns = (...fields: readonly string[]) => fields.map(field => ({ field }))

const collections: Readonly<Record<string, CollectionLayout>> = {
  orders: {
    description: 'What was bought, by whom, and where it is now.',
    list: {
      columns: columns('reference', 'customer', 'status', 'total', 'ordered_at', 'shipped_at'),
      sort: [{ field: 'ordered_at', isDescending: true }],
      segments: ['To ship', 'Unusually large'],
    },
    detail: {
      sections: [
        {
          label: 'Order',
          fields: ['reference', 'status', 'total', 'currency', 'ordered_at', 'note'],
          columns: 2,
        },
        {
          label: 'Delivery',
          fields: ['customer', 'delivery_address', 'shipped_at', 'hours_to_ship', 'parcels'],
          columns: 2,
        },
      ],
    },
    fields: { currency: { help: 'Three letters, as banks write them.' } },
    actions: { primary: ['Refund', 'Mark as shipped'] },
  },
  customers: {
    list: {
      columns: columns('full_name', 'status', 'email', 'city', 'balance', 'created_at'),
      sort: [{ field: 'created_at', isDescending: true }],
    },
    fields: { balance: { help: 'What the shop owes the customer.' } },
  },
  products: {
    list: { columns: columns('name', 'sku', 'category', 'supplier', 'price', 'stock') },
  },
  order_items: { label: 'Order items' },
}

/** How every team of the shop sees it. What a role may not read is left out anyway. */
export const layout: Layout = {
  version: 1,
  navigation: {
    groups: [
      { label: 'Shop', items: list('orders', 'customers', 'reviews') },
      { label: 'Catalogue', items: list('products', 'categories', 'tags') },
      { label: 'Warehouse', items: list('shelves', 'suppliers') },
    ],
    hidden: [],
  },
  collections,
}

export interface DemoView {
  readonly team: TeamName
  readonly collectionName: string
  readonly name: string
  readonly isShared: boolean
  /** Whether the team sees it when it opens the collection. */
  readonly isDefault?: boolean
  readonly state: ViewState
}

const share = (
  team: TeamName,
  collectionName: string,
  name: string,
  state: ViewState,
): DemoView => ({ team, collectionName, name, isShared: true, state })

/** The saved views of the shop. The private ones are the manager's. */
export const views: readonly DemoView[] = [
  share('Operations', 'orders', 'Large, not paid', {
    filter: {
      aggregator: 'and',
      conditions: [
        { field: 'status', operator: 'equal', value: 'pending' },
        { field: 'total', operator: 'greater_than', value: 1000 },
      ],
    },
    sort: [{ field: 'total', isDescending: true }],
    columns: columns('reference', 'customer', 'customer_email', 'total', 'ordered_at'),
  }),
  share('Operations', 'customers', 'Large balances', {
    filter: { field: 'balance', operator: 'greater_than', value: 500 },
    sort: [{ field: 'balance', isDescending: true }],
    columns: columns('full_name', 'status', 'balance', 'birth_date', 'city'),
  }),
  share('Operations', 'products', 'Running low', {
    filter: { field: 'stock', operator: 'less_than', value: 20 },
    sort: [{ field: 'stock' }],
  }),
  share('Support', 'orders', 'Waiting for payment', {
    filter: { field: 'status', operator: 'equal', value: 'pending' },
  }),
  {
    ...share('Support', 'reviews', 'Unhappy customers', {
      filter: { field: 'rating', operator: 'less_than', value: 3 },
    }),
    isDefault: true,
  },
  share('Warehouse', 'products', 'Running low', {
    filter: { field: 'stock', operator: 'less_than', value: 20 },
    sort: [{ field: 'stock' }],
  }),
  {
    team: 'Operations',
    collectionName: 'orders',
    name: 'My refunds',
    isShared: false,
    state: {
      filter: {
        aggregator: 'and',
        conditions: [
          { field: 'status', operator: 'equal', value: 'cancelled' },
          { field: 'total', operator: 'greater_than', value: 100 },
        ],
      },
    },
  },
]

/** Segments that are written in SQL: members see their names. */
export const segments = [
  {
    team: 'Operations',
    collectionName: 'customers',
    name: 'Two orders in a day',
    query:
      'select customer_id as id from orders group by customer_id, ordered_at::date having count(*) > 1',
  },
] as const satisfies readonly {
  readonly team: TeamName
  readonly collectionName: string
  readonly name: string
  readonly query: string
}[]

/** The connection of the shop's agent on which they run. */
export const connectionName = 'shop'

/** What the manager opens most; the first one is the first list a newcomer sees. */
export const favourites: readonly string[] = ['orders', 'customers']
