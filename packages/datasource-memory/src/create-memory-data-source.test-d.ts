import { createMemoryDataSource } from './create-memory-data-source.js'

const shop = createMemoryDataSource({
  orders: {
    columns: { id: { type: 'Number', isPrimaryKey: true }, status: 'String' },
    records: [{ id: 1, status: 'paid' }],
  },
})

// The names and types of the definition can be inferred from the factory.
export const columnType: 'Number' = shop.definition.orders.columns.id.type
export const statusType: 'String' = shop.definition.orders.columns.status

// @ts-expect-error the definition has no such collection
shop.definition.customers

createMemoryDataSource({
  // @ts-expect-error 'Text' is no column type
  orders: { columns: { id: 'Text' } },
})
