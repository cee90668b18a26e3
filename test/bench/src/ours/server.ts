import { type Agent, type AgentOptions, createAgent } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
import { benchService, envSecret, openService } from './access.js'
import {
  addBigFile,
  addCustomerLabel,
  addEmulatedFields,
  addUnused,
  type BenchSchema,
  renameMuch,
} from './customizations.js'

const { env } = process

type Access = Pick<AgentOptions, 'service' | 'activityLog' | 'auditTrail'>

/** A guarded agent asks the service it is given in the environment, and keeps an audit trail. */
async function chooseAccess(variant: string | undefined): Promise<Access> {
  if (variant === 'guarded') {
    const { createAuditTrail } = await import('@service/audit-trail')
    return { auditTrail: createAuditTrail({ connection: env.AUDIT_URL ?? '' }) }
  }
  if (variant === 'open') return { service: openService(), activityLog: false }
  return { service: benchService() }
}

/** The driver of MongoDB is loaded by those who use it. */
async function dataSource() {
  if (!env.MONGO_URL) return createSqlDataSource(env.DATABASE_URL ?? '', { pool: { max: 10 } })
  const { documentSource } = await import('./documents.js')
  return documentSource(env.MONGO_URL)
}

const agent = createAgent<BenchSchema>({
  authSecret: env.AUTH_SECRET ?? '',
  envSecret,
  // The schema file is written in development and read in production.
  isProduction: env.WRITE_SCHEMA !== '1',
  schemaPath: env.SCHEMA_FILE,
  loggerLevel: 'Warn',
  prefix: '/forest',
  ...(await chooseAccess(env.VARIANT)),
}).addDataSource(await dataSource())
if (env.COMPUTED === '1') addCustomerLabel(agent)
if (env.EMULATED === '1') {
  addEmulatedFields(agent)
  addBigFile(agent)
}
// The other databases have other collections.
if (env.FLATTENED === '1') {
  const { flattenPayload } = await import('./flatten-payload.js')
  flattenPayload(agent as unknown as Agent)
}
if (env.VARIANT === 'unused') addUnused(agent)
if (env.VARIANT === 'renamed') renameMuch(agent as unknown as Agent)
agent.mountOnStandaloneServer(Number(env.PORT), '127.0.0.1')
await agent.start()
