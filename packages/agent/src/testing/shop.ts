import { createMemoryDataSource } from '@service/datasource-memory'
import {
  generatedKey,
  orderProductColumns,
  productColumns,
  shopRelations,
} from '@service/test-support/shop'

/** A small shop with every kind of relation, for tests over HTTP. */
export const shop = () =>
  createMemoryDataSource({
    customers: {
      columns: {
        id: generatedKey,
        name: { type: 'String', allowNull: false, validation: [{ operator: 'Present' }] },
        country: 'String',
        is_vip: 'Boolean',
        born_on: 'Dateonly',
      },
      relations: {
        ...shopRelations.customers,
        address: {
          kind: 'OneToOne',
          foreignCollection: 'addresses',
          keys: [{ from: 'id', to: 'customer_id' }],
        },
      },
      records: [
        { id: 1, name: 'Ada', country: 'FR', is_vip: true, born_on: '1985-12-10' },
        { id: 2, name: 'Bob "the"\nbuilder', country: 'US', is_vip: false, born_on: null },
        { id: 3, name: 'Chloé 😀', country: 'FR', is_vip: null, born_on: '2000-02-29' },
      ],
    },
    addresses: {
      columns: { id: generatedKey, street: 'String', customer_id: 'Number' },
      relations: {
        customer: {
          kind: 'ManyToOne',
          foreignCollection: 'customers',
          keys: [{ from: 'customer_id', to: 'id' }],
        },
      },
      records: [
        { id: 1, street: '1 rue A', customer_id: 1 },
        { id: 2, street: '2 rue B', customer_id: null },
      ],
    },
    orders: {
      columns: {
        id: generatedKey,
        reference: { type: 'String', validation: [{ operator: 'ShorterThan', value: 12 }] },
        status: { type: 'Enum', enumValues: ['draft', 'paid'], defaultValue: 'draft' },
        total: 'Number',
        paid_at: 'Date',
        labels: ['String'],
        details: 'Json',
        customer_id: 'Number',
        version: { type: 'Number', isReadOnly: true },
      },
      relations: shopRelations.orders,
      records: [
        order(1, 'paid', 10.5, 1, { paid_at: '2024-01-02T03:04:05.678Z', labels: ['new', 'a,b'] }),
        order(2, 'draft', 20, 1, { details: { gift: true } }),
        order(3, 'paid', null, 2, { paid_at: '2024-03-31T01:30:00.000Z', labels: [] }),
        order(4, 'paid', 40, null, {}),
      ],
    },
    products: {
      columns: {
        ...productColumns,
        photo: 'Binary',
      },
      relations: {
        orders: {
          kind: 'ManyToMany',
          foreignCollection: 'orders',
          throughCollection: 'order_products',
          originKeys: [{ from: 'sku', to: 'sku' }],
          foreignKeys: [{ from: 'order_id', to: 'id' }],
        },
      },
      records: [
        {
          sku: 'pen',
          title: 'Pen',
          photo: new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
        },
        { sku: 'a|b/c', title: 'Odd key', photo: null },
        { sku: 'cup', title: 'Cup', photo: new Uint8Array([1, 2]) },
      ],
    },
    audits: { columns: { id: generatedKey, text: 'String' } },
    order_products: {
      columns: orderProductColumns,
      relations: shopRelations.order_products,
      records: [
        { order_id: 1, sku: 'pen', quantity: 2 },
        { order_id: 1, sku: 'a|b/c', quantity: 1 },
        { order_id: 2, sku: 'pen', quantity: 5 },
      ],
    },
  })

function order(
  id: number,
  status: string,
  total: number | null,
  customer: number | null,
  rest: object,
) {
  return {
    id,
    reference: `O-${id}`,
    status,
    total,
    customer_id: customer,
    paid_at: null,
    labels: null,
    details: null,
    version: 1,
    ...rest,
  }
}
