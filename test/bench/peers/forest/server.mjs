// The peer @forestadmin/agent on a standalone server, in production mode.
import { createAgent } from '@forestadmin/agent'
import { createSqlDataSource } from '@forestadmin/datasource-sql'

const { env } = process
const agent = createAgent({
  authSecret: env.AUTH_SECRET,
  envSecret: '61a31971206f285c3e8eb8f3ee420175eb004bfa9fa24846dde6d5dd438e3991',
  forestServerUrl: env.SERVICE_URL,
  // The schema file can be written in development only.
  isProduction: env.WRITE_SCHEMA !== '1',
  schemaPath: env.SCHEMA_FILE,
  loggerLevel: 'Warn',
  instantCacheRefresh: true,
})
agent.addDataSource(
  createSqlDataSource({ uri: env.DATABASE_URL, pool: { max: 10 }, sslMode: 'disabled' }),
)
if (env.COMPUTED === '1') {
  agent.customizeCollection('orders', orders =>
    orders.addField('customer_label', {
      columnType: 'String',
      dependencies: ['customer:first_name', 'customer:last_name'],
      getValues: records =>
        records.map(({ customer }) => `${customer.first_name} ${customer.last_name}`),
    }),
  )
}
if (env.EMULATED === '1') {
  agent.customizeCollection('customers', customers =>
    customers
      .addField('full_name', {
        columnType: 'String',
        dependencies: ['first_name', 'last_name'],
        getValues: records => records.map(record => `${record.first_name} ${record.last_name}`),
      })
      .emulateFieldFiltering('full_name')
      .emulateFieldSorting('full_name'),
  )
}
agent.mountOnStandaloneServer(Number(env.PORT), '127.0.0.1')
await agent.start()
