import type { CollectionCustomizer } from '@service/agent'
import type { Schema } from '../typings.js'

/** Where products lie: records of the warehouse, another database. */
export function customizeShelves(shelves: CollectionCustomizer<Schema, 'shelves'>): void {
  // #region binary
  shelves.replaceFieldBinaryMode('chip', 'hex')
  // #endregion

  // #region hidden-collection
  shelves.addField('scanned_at', {
    columnType: 'Date',
    dependencies: ['code'],
    getValues: async (records, { dataSource }) => {
      const codes = records.map(({ code }) => code)
      const scans = await dataSource
        .getCollection('scans')
        .aggregate(
          { conditionTree: { field: 'shelf_code', operator: 'In', value: codes } },
          { operation: 'Max', field: 'scanned_at', groups: [{ field: 'shelf_code' }] },
        )
      const latest = new Map(scans.map(({ value, group }) => [group.shelf_code, String(value)]))
      return codes.map(code => latest.get(code) ?? null)
    },
  })
  // #endregion

  // #region across-sources
  shelves.addManyToOneRelation('product', 'products', { foreignKey: 'product_id' })
  // #endregion
}
