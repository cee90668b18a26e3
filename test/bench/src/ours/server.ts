import { type Agent, createAgent } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
import { benchService } from './access.js'
import {
  addBigFile,
  addCustomerLabel,
  addEmulatedFields,
  addUnused,
  type BenchSchema,
  renameMuch,
} from './customizations.js'

const { env } = process

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
if (env.EMULATED === '1') {
  addEmulatedFields(agent)
  addBigFile(agent)
}
if (env.VARIANT === 'unused') addUnused(agent)
// The wide database has other collections.
if (env.VARIANT === 'renamed') renameMuch(agent as unknown as Agent)
agent.mountOnStandaloneServer(Number(env.PORT), '127.0.0.1')
await agent.start()
