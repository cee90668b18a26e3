import { type Agent, type AgentOptions, createAgent } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
import { addCharts } from './charts.js'
import { customizeAddresses } from './collections/addresses.js'
import { customizeCustomers } from './collections/customers.js'
import { customizeOrderItems } from './collections/order-items.js'
import { customizeOrders } from './collections/orders.js'
import { customizeProducts } from './collections/products.js'
import { customizeReviews } from './collections/reviews.js'
import { customizeShelves } from './collections/shelves.js'
import { customizeSuppliers } from './collections/suppliers.js'
import { customizeTags } from './collections/tags.js'
import type { StoreDatabase } from './database.js'
import { addRecentSegments } from './plugins/add-recent-segments.js'
import type { Schema } from './typings.js'

/** Which environment the agent is, and where its service is: at an address, or in the process. */
export type Connection = Pick<AgentOptions, 'authSecret' | 'envSecret' | 'serverUrl' | 'service'>

/** What to hand to `createSqlDataSource`. */
export interface Databases {
  readonly shop: StoreDatabase['connection']
  readonly warehouse: string
}

/** The shop's back office: its database and its warehouse, customized collection by collection. */
export function createStoreAgent(
  databases: Databases,
  options: Connection & Pick<AgentOptions, 'auditTrail' | 'schemaPath'>,
): Agent<Schema> {
  // #region agent
  const agent = createAgent<Schema>({ ...options, loggerLevel: 'Warn' })
    .addDataSource(createSqlDataSource(databases.shop, { liveQueryConnections: 'shop' }))
    .addDataSource(createSqlDataSource(databases.warehouse, { liveQueryConnections: 'warehouse' }))
    .customizeCollection('addresses', customizeAddresses)
    .customizeCollection('customers', customizeCustomers)
    .customizeCollection('order_items', customizeOrderItems)
    .customizeCollection('orders', customizeOrders)
    .customizeCollection('products', customizeProducts)
    .customizeCollection('reviews', customizeReviews)
    .customizeCollection('shelves', customizeShelves)
    .customizeCollection('suppliers', customizeSuppliers)
    .customizeCollection('tags', customizeTags)
    .use(addRecentSegments, { days: 30 })
    .removeCollection('scans')
  // #endregion
  addCharts(agent)
  return agent
}
