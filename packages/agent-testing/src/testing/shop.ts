import type { Agent } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import { generatedKey } from '@service/test-support/shop'

/** A small shop for tests. */
export const shopSource = () =>
  createMemoryDataSource({
    customers: {
      columns: { id: generatedKey, name: 'String', region: 'String', secret: 'String' },
      records: [
        { id: 1, name: 'Ada', region: 'FR', secret: 'x' },
        { id: 2, name: 'Bob', region: 'US', secret: 'y' },
      ],
    },
    orders: {
      columns: { id: generatedKey, reference: 'String', total: 'Number', ordered_at: 'Date' },
      records: [1, 2, 3].map(id => ({
        id,
        reference: `O-${id}`,
        total: id * 10,
        ordered_at: `2024-01-0${id}T10:00:00.000Z`,
      })),
    },
  })

/** Adds actions that change records, require approval, and fail. */
export function addShopActions(agent: Agent): void {
  agent.customizeCollection('orders', orders =>
    orders
      .addAction('Refund', {
        scope: 'Single',
        form: [{ label: 'Amount', type: 'Number', isRequired: true, defaultValue: 1 }],
        execute: async ({ formValues, caller }, resultBuilder) =>
          resultBuilder.success(`${caller.email} refunds ${formValues.Amount}`),
      })
      .addAction('Break', {
        scope: 'Global',
        execute: (_, resultBuilder) => resultBuilder.error('It broke'),
      }),
  )
}
