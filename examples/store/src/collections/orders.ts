import type { CollectionCustomizer } from '@service/agent'
import { trackParcels } from '../carrier.js'
import type { Schema } from '../typings.js'

const HOUR = 3_600_000

/** What was bought, by whom, and where it is now. */
export function customizeOrders(orders: CollectionCustomizer<Schema, 'orders'>): void {
  // #region imported
  orders
    .importField('customer_name', { path: 'customer:full_name', readonly: true })
    .importField('customer_email', { path: 'customer:email', readonly: true })
  // #endregion

  // #region relations
  orders
    .addManyToOneRelation('delivery_address', 'addresses', {
      foreignKey: 'customer_id',
      foreignKeyTarget: 'customer_id',
    })
    .addManyToManyRelation('products', 'products', 'order_items', {
      originKey: 'order_id',
      foreignKey: 'product_id',
    })
  // #endregion

  // #region external
  orders.addExternalRelation('parcels', {
    schema: { code: 'String', state: 'String', seen_at: 'Date' },
    dependencies: ['reference', 'shipped_at'],
    listRecords: ({ reference, shipped_at }) =>
      reference && shipped_at ? trackParcels(reference, shipped_at) : [],
  })
  // #endregion

  // #region emulated
  orders
    .addField('hours_to_ship', {
      columnType: 'Number',
      dependencies: ['ordered_at', 'shipped_at'],
      getValues: records =>
        records.map(({ ordered_at, shipped_at }) =>
          shipped_at === null
            ? null
            : Math.round((Date.parse(shipped_at) - Date.parse(ordered_at)) / HOUR),
        ),
    })
    .emulateFieldFiltering('hours_to_ship')
    .emulateFieldSorting('hours_to_ship')
  // #endregion

  // #region nullable
  orders.setFieldNullable('reference').addHook('Before', 'Create', ({ data }) => {
    for (const order of data) order.reference ??= `WEB-${crypto.randomUUID().slice(0, 8)}`
  })
  // #endregion

  // #region hook-before-update
  orders.addHook('Before', 'Update', ({ patch }) => {
    if (patch.status === 'shipped') patch.shipped_at ??= new Date().toISOString()
  })
  // #endregion

  // #region segments
  orders
    .addSegment('To ship', { field: 'status', operator: 'Equal', value: 'paid' })
    .addSegment('Unusually large', async ({ collection }) => {
      const [average] = await collection.aggregate({}, { operation: 'Avg', field: 'total' })
      return { field: 'total', operator: 'GreaterThan', value: 2 * Number(average?.value ?? 0) }
    })
  // #endregion

  // #region action-single
  orders.addAction('Refund', {
    scope: 'Single',
    description: 'Puts money back into the account of the customer.',
    submitButtonLabel: 'Refund',
    form: [
      {
        label: 'Amount',
        type: 'Number',
        isRequired: true,
        defaultValue: context => context.getField('total'),
      },
      {
        label: 'Reason',
        type: 'Enum',
        enumValues: ['Damaged', 'Late', 'Other'],
        isRequired: true,
      },
      {
        label: 'Details',
        type: 'String',
        widget: 'TextArea',
        placeholder: 'What happened?',
        isRequired: true,
        if: ({ formValues }) => formValues.Reason === 'Other',
      },
    ],
    execute: async (context, resultBuilder) => {
      const { Amount: amount, Reason: reason, Details: details } = context.formValues
      const order = await context.getRecord(['total', 'customer_id', 'customer:balance'])
      if (amount > order.total) {
        return resultBuilder.error(`The order cost ${order.total}: no more can be refunded.`)
      }
      await context.dataSource
        .getCollection('customers')
        .update(
          { conditionTree: { field: 'id', operator: 'Equal', value: order.customer_id } },
          { balance: (order.customer?.balance ?? 0) + amount },
        )
      await context.collection.update(context.filter, {
        note: `Refunded ${amount}: ${details ?? reason}`,
      })
      return resultBuilder.success(`Refunded ${amount}.`, { invalidated: ['customer'] })
    },
  })
  // #endregion

  // #region action-bulk
  orders.addAction('Mark as shipped', {
    scope: 'Bulk',
    execute: async ({ collection, filter, getRecords }, resultBuilder) => {
      const chosen = await getRecords(['reference', 'status'])
      const unpaid = chosen.filter(({ status }) => status !== 'paid')
      if (unpaid.length > 0) {
        return resultBuilder.error(
          `Not paid: ${unpaid.map(({ reference }) => reference).join(', ')}.`,
        )
      }
      const shipped_at = new Date().toISOString()
      const count = await collection.update(filter, { status: 'shipped', shipped_at })
      return resultBuilder.success(`${count} orders are on their way.`)
    },
  })
  // #endregion
}
