// #region file
import type { CollectionCustomizer } from '@service/agent'
import type { Schema } from '../typings.js'

/** Delivery addresses of orders. */
export function customizeAddresses(addresses: CollectionCustomizer<Schema, 'addresses'>): void {
  addresses.addOneToManyRelation('orders', 'orders', {
    originKey: 'customer_id',
    originKeyTarget: 'customer_id',
  })
}
// #endregion
