import type { CollectionCustomizer } from '@service/agent'
import type { Schema } from '../typings.js'

/** The lines of orders: the largest table, read through its order. */
export function customizeOrderItems(items: CollectionCustomizer<Schema, 'order_items'>): void {
  // #region large
  items.disableCount().disableSearch()
  // #endregion

  // #region hook-after-create
  items.addHook('After', 'Create', async ({ collection, dataSource, records }) => {
    const orderIds = [...new Set(records.map(({ order_id }) => order_id))]
    const lines = await collection.list(
      { conditionTree: { field: 'order_id', operator: 'In', value: orderIds } },
      ['order_id', 'quantity', 'unit_price'],
    )
    for (const orderId of orderIds) {
      const total = lines
        .filter(({ order_id }) => order_id === orderId)
        .reduce((sum, { quantity, unit_price }) => sum + quantity * unit_price, 0)
      await dataSource
        .getCollection('orders')
        .update({ conditionTree: { field: 'id', operator: 'Equal', value: orderId } }, { total })
    }
  })
  // #endregion
}
