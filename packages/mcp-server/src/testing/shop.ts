import type { Agent } from '@service/agent'
import { createMemoryDataSource } from '@service/datasource-memory'
import {
  generatedKey,
  orderProductColumns,
  productColumns,
  shopRelations,
} from '@service/test-support/shop'

/** Orders of customers in regions, with products, and confidential salaries. */
export const shop = () =>
  createMemoryDataSource({
    customers: {
      columns: { id: generatedKey, name: { type: 'String', allowNull: false }, country: 'String' },
      relations: shopRelations.customers,
      records: [
        { id: 1, name: 'Ada', country: 'FR' },
        { id: 2, name: 'Bob', country: 'US' },
      ],
    },
    orders: {
      columns: {
        id: generatedKey,
        reference: { type: 'String', validation: [{ operator: 'ShorterThan', value: 200_000 }] },
        status: { type: 'Enum', enumValues: ['draft', 'paid'], defaultValue: 'draft' },
        total: 'Number',
        details: 'Json',
        region: 'String',
        customer_id: 'Number',
      },
      relations: shopRelations.orders,
      records: [1, 2, 3].map(id => ({
        id,
        reference: `O-${id}`,
        status: id === 1 ? 'paid' : 'draft',
        total: id * 10,
        details: { gift: id === 2 },
        region: id === 3 ? 'south' : 'north',
        customer_id: id === 3 ? 2 : 1,
      })),
    },
    products: {
      columns: productColumns,
      records: [
        { sku: 'pen', title: 'Pen' },
        { sku: 'cup', title: 'Cup' },
      ],
    },
    order_products: {
      columns: orderProductColumns,
      records: [{ order_id: 1, sku: 'pen', quantity: 2 }],
    },
    salaries: {
      columns: { id: generatedKey, amount: 'Number' },
      records: [{ id: 1, amount: 4321 }],
    },
  })

/** Actions with every kind of result. */
export function addActions(agent: Agent, ran: string[]): void {
  agent.customizeCollection('products', products => products.disableCount())
  agent.customizeCollection('salaries', salaries =>
    salaries.addAction('Raise', { scope: 'Single', execute: () => undefined }),
  )
  agent.customizeCollection('orders', orders =>
    orders
      .addAction('Refund', {
        scope: 'Bulk',
        description: 'Gives the money back',
        form: [
          { label: 'Reason', type: 'Enum', enumValues: ['Late', 'Other'], isRequired: true },
          {
            label: 'Details',
            type: 'String',
            isRequired: true,
            if: ({ formValues }) => formValues.Reason === 'Other',
          },
          { label: 'Amount', type: 'Number', defaultValue: 5 },
          {
            label: 'Shop',
            type: 'String',
            widget: 'Dropdown',
            options: [{ label: 'North side', value: 'north' }],
          },
          { label: 'Limit', type: 'Number', isReadOnly: true, value: 500 },
        ],
        execute: async ({ formValues, getRecordIds, caller }, resultBuilder) => {
          const ids = (await getRecordIds()).join(' and ')
          ran.push(`${caller.email} refunds ${formValues.Amount} of ${ids}`)
          return resultBuilder.success('Refunded', { html: '<b>done</b>' })
        },
      })
      .addAction('Fail', {
        scope: 'Global',
        execute: (_, resultBuilder) => resultBuilder.error('The bank is closed.'),
      })
      .addAction('Crash', {
        scope: 'Global',
        execute: () => {
          throw new Error('The password of the bank is 1234.')
        },
      })
      .addAction('Leave', {
        scope: 'Global',
        execute: (_, resultBuilder) => resultBuilder.redirectTo('/elsewhere'),
      })
      .addAction('Report', {
        scope: 'Global',
        generateFile: true,
        execute: (_, resultBuilder) => resultBuilder.file('a,b\n', 'stück.csv', 'text/csv'),
      })
      .addAction('Picture', {
        scope: 'Global',
        generateFile: true,
        execute: (_, resultBuilder) =>
          resultBuilder.file(Buffer.from([0x89, 0x50, 0xff]), 'p.png', 'image/png'),
      })
      .addAction('Archive', {
        scope: 'Global',
        generateFile: true,
        form: [{ label: 'Megabytes', type: 'Number', isRequired: true }],
        execute: ({ formValues }, resultBuilder) =>
          resultBuilder.file(
            Buffer.alloc(Number(formValues.Megabytes) * 1024 * 1024),
            'all.zip',
            'application/zip',
          ),
      }),
  )
}
