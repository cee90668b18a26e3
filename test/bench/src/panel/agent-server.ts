import { createAgent } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'

const { env } = process

/** An agent of the wide table, in an environment of the demo project. */
const agent = createAgent({
  authSecret: env.AUTH_SECRET ?? '',
  envSecret: env.ENV_SECRET ?? '',
  serverUrl: env.SERVER_URL ?? '',
  schemaPath: env.SCHEMA_FILE ?? '',
  loggerLevel: 'Warn',
}).addDataSource(createSqlDataSource(`sqlite:${encodeURIComponent(env.DATABASE_FILE ?? '')}`))
agent.mountOnStandaloneServer(Number(env.PORT), '127.0.0.1')
await agent.start()
