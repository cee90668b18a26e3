// #region app
import { createAgent } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
import express from 'express'

export const agent = createAgent({
  authSecret: process.env.SERVICE_AUTH_SECRET ?? '',
  envSecret: process.env.SERVICE_ENV_SECRET ?? '',
  serverUrl: process.env.SERVICE_SERVER_URL,
}).addDataSource(createSqlDataSource(process.env.DATABASE_URL ?? ''))

const app = express()
agent.mountOnExpress(app)
await agent.start()
export const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
// #endregion
