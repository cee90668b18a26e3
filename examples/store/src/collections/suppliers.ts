import type { CollectionCustomizer } from '@service/agent'
import type { Schema } from '../typings.js'

/** Who delivers the products. */
export function customizeSuppliers(suppliers: CollectionCustomizer<Schema, 'suppliers'>): void {
  // #region renamed
  suppliers.renameField('is_active', 'delivers')
  // #endregion

  // #region override-update
  suppliers.overrideUpdate(async ({ collection, dataSource, filter, patch }) => {
    const changed = await collection.list(filter, ['id'])
    await collection.update(filter, patch)
    if (patch.is_active !== false) return
    const ids = changed.map(({ id }) => id)
    await dataSource
      .getCollection('products')
      .update({ conditionTree: { field: 'supplier_id', operator: 'In', value: ids } }, { stock: 0 })
  })
  // #endregion
}
