import type { Agent } from '@service/agent'
import { flattenColumn } from '@service/plugin-flattener'

/** Relations across sources, fields made of others, segments, charts and actions that tell only what is asked. */
export function customize(agent: Agent): void {
  agent
    .customizeCollection('customers', customers =>
      customers
        .addOneToManyRelation('orders', 'orders', { originKey: 'customer_id' })
        .addOneToOneRelation('address', 'addresses', { originKey: 'customer_id' })
        .addField('shout', {
          columnType: 'String',
          dependencies: ['name'],
          getValues: records => records.map(({ name }) => `${name ?? '?'}!`),
        })
        .replaceFieldSorting('shout', [
          { field: 'score', ascending: false },
          { field: 'name', ascending: true },
        ])
        .use(flattenColumn, {
          columnName: 'profile',
          columnType: { iban: 'String', level: 'Number' },
        })
        .renameField('profile@@@level', 'rank')
        .addSegment('ada', { field: 'country', operator: 'Equal', value: 'ada' }),
    )
    .customizeCollection('addresses', addresses =>
      addresses.addManyToOneRelation('customer', 'customers', { foreignKey: 'customer_id' }),
    )
    .customizeCollection('order_tags', links =>
      links
        .addManyToOneRelation('order', 'orders', { foreignKey: 'order_id' })
        .addManyToOneRelation('tag', 'tags', { foreignKey: 'tag_id' }),
    )
    .customizeCollection('tags', tags =>
      tags.addManyToManyRelation('orders', 'orders', 'order_tags', {
        originKey: 'tag_id',
        foreignKey: 'order_id',
      }),
    )
    .customizeCollection('owners', owners =>
      owners.addOneToManyRelation('orders', 'orders', { originKey: 'owner_id' }),
    )
    .customizeCollection('reviews', reviews =>
      reviews.addManyToOneRelation('order', 'orders', { foreignKey: 'order_id' }),
    )
    .customizeCollection('orders', orders =>
      orders
        .addManyToOneRelation('customer', 'customers', { foreignKey: 'customer_id' })
        .addManyToOneRelation('owner', 'owners', { foreignKey: 'owner_id' })
        .addOneToManyRelation('reviews', 'reviews', { originKey: 'order_id' })
        .addManyToManyRelation('tags', 'tags', 'order_tags', {
          originKey: 'order_id',
          foreignKey: 'tag_id',
        })
        .addField('summary', {
          columnType: 'String',
          dependencies: ['reference', 'state'],
          getValues: records => records.map(({ reference, state }) => `${reference} ${state}`),
        })
        .emulateFieldFiltering('summary')
        .emulateFieldSorting('summary')
        .importField('customerName', { path: 'customer:name' })
        .importField('street', { path: 'customer:address:street', readonly: true })
        .importField('zip', { path: 'customer:address:zip' })
        .importField('customerIban', { path: 'customer:profile@@@iban', readonly: true })
        .importField('ownerGrade', { path: 'owner:grade', readonly: true })
        .renameField('note', 'remark')
        .addSegment('paid', { field: 'state', operator: 'Equal', value: 'paid' })
        .addChart('id', ({ recordId }, { value }) => value(Number(recordId)))
        .addAction('Tell ids', {
          scope: 'Bulk',
          execute: async ({ getRecordIds }, { success }) =>
            success((await getRecordIds()).sort().join()),
        })
        .addAction('Tell count', {
          scope: 'Global',
          execute: async ({ collection, filter }, { success }) => {
            const [group] = await collection.aggregate(filter, { operation: 'Count' })
            return success(String(group?.value ?? 0))
          },
        })
        .addAction('Ask', {
          scope: 'Single',
          form: [
            {
              label: 'Of',
              type: 'Number',
              defaultValue: async context => Number(await context.getRecordId()),
            },
          ],
          execute: async ({ getRecordId }, { success }) => success(String(await getRecordId())),
        }),
    )
}
