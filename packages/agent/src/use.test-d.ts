import { createAgent } from './agent.js'
import type { Plugin } from './index.js'

type Shop = {
  orders: { columns: { id: number; total: number }; toOne: object; toMany: object }
}

declare const addAudit: Plugin<{ readonly only: readonly string[] }>

const options = { authSecret: '', envSecret: '' }

createAgent<Shop>(options)
  .use(addAudit, { only: ['orders'] })
  .addChart('sales', async ({ dataSource }, resultBuilder) => {
    const rows = await dataSource.getCollection('orders').list({}, ['total'])
    return resultBuilder.value(rows.reduce((sum, { total }) => sum + total, 0))
  })
  .customizeCollection('orders', orders => orders.emulateFieldSorting('total'))

// @ts-expect-error the plugin needs its options
createAgent(options).use(addAudit)

createAgent<Shop>(options)
  // @ts-expect-error a collection that does not exist
  .addChart('sales', ({ dataSource }, { smart }) => smart(dataSource.getCollection('ordres')))
