import { createAgent } from './agent.js'

type Shop = {
  orders: {
    columns: { id: number; status: string; customer_id: number }
    toOne: { customer: 'customers' }
    toMany: object
  }
  customers: {
    columns: { id: number; first: string; last: string }
    toOne: object
    toMany: { orders: 'orders' }
  }
}

const options = { authSecret: '', envSecret: '' }

createAgent<Shop>(options)
  .customizeCollection('customers', customers =>
    customers.addField('fullName', {
      columnType: 'String',
      dependencies: ['first', 'last'],
      getValues: records => records.map(({ first, last }) => `${first} ${last}`),
    }),
  )
  .customizeCollection('orders', orders =>
    orders.addField('label', {
      columnType: 'String',
      dependencies: ['customer:fullName', 'status'],
      getValues: records =>
        records.map(({ customer, status }) => {
          const name: string | null | undefined = customer?.fullName
          return `${name} ${status}`
        }),
    }),
  )
  .customizeCollection('orders', orders => orders.emulateFieldSorting('label'))
  .customizeCollection('customers', customers => {
    customers.emulateFieldSorting('fullName')
  })
  // @ts-expect-error no chain added this field
  .customizeCollection('orders', orders => orders.emulateFieldSorting('fullName'))

createAgent<Shop>(options)
  // @ts-expect-error a collection that does not exist
  .customizeCollection('ordres', orders => orders)

createAgent(options)
  .customizeCollection('anything', anything => anything.emulateFieldSorting('some'))
  .customizeCollection('other', other => other.disableCount())
  .removeCollection('third')

createAgent(options).mountAiMcpServer({ enabledTools: ['list', 'executeAction'], basePath: '/ai' })
createAgent(options).mountAiMcpServer({
  // @ts-expect-error a tool that does not exist
  enabledTools: ['lists'],
})
// @ts-expect-error an option that does not exist
createAgent(options).mountAiMcpServer({ path: '/ai' })
