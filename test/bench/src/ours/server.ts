import { type Agent, createAgent } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
import { benchService } from './access.js'

const { env } = process

interface Customer {
  readonly first_name: string
  readonly last_name: string
}

/** The part of the schema that the added fields belong to. */
type BenchSchema = Readonly<{
  customers: { columns: Customer & { full_name: string }; toOne: object; toMany: object }
  orders: { columns: object; toOne: { customer: 'customers' }; toMany: object }
}>

const fullName = (customer: Customer | null) => `${customer?.first_name} ${customer?.last_name}`

function addCustomerLabel(agent: Agent<BenchSchema>): void {
  agent.customizeCollection('orders', orders =>
    orders.addField('customer_label', {
      columnType: 'String',
      dependencies: ['customer:first_name', 'customer:last_name'],
      getValues: records => records.map(({ customer }) => fullName(customer)),
    }),
  )
}

function addFullName(agent: Agent<BenchSchema>): void {
  agent.customizeCollection('customers', customers =>
    customers
      .addField('full_name', {
        columnType: 'String',
        dependencies: ['first_name', 'last_name'],
        getValues: records => records.map(fullName),
      })
      .emulateFieldFiltering('full_name')
      .emulateFieldSorting('full_name'),
  )
}

const agent = createAgent<BenchSchema>({
  authSecret: env.AUTH_SECRET ?? '',
  envSecret: '61a31971206f285c3e8eb8f3ee420175eb004bfa9fa24846dde6d5dd438e3991',
  // The schema file is written in development and read in production.
  isProduction: env.WRITE_SCHEMA !== '1',
  schemaPath: env.SCHEMA_FILE,
  loggerLevel: 'Warn',
  prefix: '/forest',
  service: benchService(),
}).addDataSource(createSqlDataSource(env.DATABASE_URL ?? '', { pool: { max: 10 } }))
if (env.COMPUTED === '1') addCustomerLabel(agent)
if (env.EMULATED === '1') addFullName(agent)
agent.mountOnStandaloneServer(Number(env.PORT), '127.0.0.1')
await agent.start()
