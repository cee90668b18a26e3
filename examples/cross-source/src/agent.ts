import type { PGlite } from '@electric-sql/pglite'
import { type Agent, type AgentOptions, createAgent } from '@service/agent'
import { createMongoDataSource } from '@service/datasource-mongo'
import { createSqlDataSource } from '@service/datasource-sql'

/** Where orders and events are. */
export interface Databases {
  readonly postgres: string | PGlite
  readonly mongo: string
}

/** A back office over orders in PostgreSQL and what happened to them in MongoDB. */
export function createCrossSourceAgent(
  { postgres, mongo }: Databases,
  options: AgentOptions,
): Agent {
  // #region sources
  const agent = createAgent(options)
    .addDataSource(createSqlDataSource(postgres), { include: ['orders'] })
    .addDataSource(createMongoDataSource(mongo), { include: ['events', 'deliveries'] })
  // #endregion
  // #region relations
  agent
    .customizeCollection('events', events =>
      events.addManyToOneRelation('order', 'orders', { foreignKey: 'orderId' }),
    )
    .customizeCollection('orders', orders =>
      orders
        .addOneToManyRelation('events', 'events', { originKey: 'orderId' })
        .addOneToOneRelation('delivery', 'deliveries', { originKey: 'orderId' })
        .addManyToOneRelation('last_event', 'events', { foreignKey: 'last_event_id' })
        .importField('delivered_at', { path: 'delivery:at', readonly: true }),
    )
  // #endregion
  return agent
}
