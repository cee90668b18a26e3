import type { CollectionCustomizer } from '@service/agent'
import { trimTexts } from '../plugins/trim-texts.js'
import type { Schema } from '../typings.js'

/** People who buy. They have one name, and their account is closed rather than deleted. */
export function customizeCustomers(customers: CollectionCustomizer<Schema, 'customers'>): void {
  // #region computed
  customers.addField('full_name', {
    columnType: 'String',
    dependencies: ['first_name', 'last_name'],
    getValues: records => records.map(({ first_name, last_name }) => `${first_name} ${last_name}`),
  })
  // #endregion

  // #region replaced-sorting
  customers.replaceFieldSorting('full_name', [
    { field: 'last_name', ascending: true },
    { field: 'first_name', ascending: true },
  ])
  // #endregion

  // #region replaced-operators
  customers
    .replaceFieldOperator('full_name', 'Equal', value => {
      const { first_name, last_name } = splitName(value)
      return {
        aggregator: 'And',
        conditions: [
          { field: 'first_name', operator: 'Equal', value: first_name },
          { field: 'last_name', operator: 'Equal', value: last_name },
        ],
      }
    })
    .replaceFieldOperator('full_name', 'IContains', value => ({
      aggregator: 'And',
      conditions: words(value).map(word => ({
        aggregator: 'Or',
        conditions: [
          { field: 'first_name', operator: 'IContains', value: word },
          { field: 'last_name', operator: 'IContains', value: word },
        ],
      })),
    }))
  // #endregion

  // #region replaced-writing
  customers.replaceFieldWriting('full_name', (value, context) => {
    if (words(value).length < 2) {
      context.throwValidationError('A customer has a first and a last name.')
    }
    return splitName(value)
  })
  // #endregion

  // #region imported-writable
  customers.importField('city', { path: 'address:city' })
  // #endregion

  // #region validated
  customers.addFieldValidation('email', 'Match', /^\S+@\S+\.\S+$/)
  // #endregion

  // #region removed
  customers.removeField('preferences')
  // #endregion

  // #region plugin-used
  customers.use(trimTexts, { except: ['email'] })
  // #endregion

  // #region segments
  customers
    .addSegment('Active', { field: 'status', operator: 'Equal', value: 'active' })
    .addSegment('Best customers', async ({ dataSource }) => {
      const best = await dataSource
        .getCollection('orders')
        .aggregate(
          { conditionTree: { field: 'status', operator: 'NotEqual', value: 'cancelled' } },
          { operation: 'Sum', field: 'total', groups: [{ field: 'customer_id' }] },
          20,
        )
      return { field: 'id', operator: 'In', value: best.map(({ group }) => group.customer_id) }
    })
  // #endregion

  // #region hook-before-delete
  customers.addHook('Before', 'Delete', async context => {
    const leaving = await context.collection.list(context.filter, ['balance', 'full_name'])
    const owed = leaving.find(({ balance }) => balance > 500)
    if (owed) context.throwValidationError(`${owed.full_name} still has ${owed.balance} to spend.`)
  })
  // #endregion

  // #region override-delete
  customers.overrideDelete(async ({ collection, filter }) => {
    await collection.update(filter, { status: 'closed' })
  })
  // #endregion

  // #region chart
  customers.addChart('spending', async ({ dataSource, recordId }, resultBuilder) => {
    const months = await dataSource.getCollection('orders').aggregate(
      { conditionTree: { field: 'customer_id', operator: 'Equal', value: recordId } },
      {
        operation: 'Sum',
        field: 'total',
        groups: [{ field: 'ordered_at', operation: 'Month' }],
      },
    )
    return resultBuilder.timeBased(
      'Month',
      months.map(({ value, group }) => ({
        date: String(group.ordered_at),
        value: Number(value),
      })),
    )
  })
  // #endregion
}

function words(name: unknown): string[] {
  return String(name ?? '')
    .split(' ')
    .filter(word => word !== '')
}

function splitName(name: unknown): { first_name: string; last_name: string } {
  const [first_name = '', ...rest] = words(name)
  return { first_name, last_name: rest.join(' ') }
}
