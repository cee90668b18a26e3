import { createAgent } from './agent.js'
import type { AgentCustomizer } from './index.js'

type Shop = {
  orders: { columns: { id: number; total: number }; toOne: object; toMany: object }
}

function customize(agent: AgentCustomizer<Shop>): void {
  agent
    .customizeCollection('orders', orders => orders.emulateFieldSorting('total'))
    .removeCollection('orders')
  // @ts-expect-error a collection that does not exist
  agent.customizeCollection('ordres', orders => orders)
}

customize(createAgent<Shop>({ authSecret: '', envSecret: '' }))
