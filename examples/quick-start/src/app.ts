// #region app
import { createAgent, createInProcessService } from '@service/agent'
import { createSqlDataSource } from '@service/datasource-sql'
import express from 'express'

const service = createInProcessService({
  users: [{ id: 1, email: 'you@example.com', roleId: 1, permissionLevel: 'admin' }],
  rights: true,
})

export const agent = createAgent({
  authSecret: process.env.SERVICE_AUTH_SECRET ?? '',
  envSecret: process.env.SERVICE_ENV_SECRET ?? '',
  service,
}).addDataSource(createSqlDataSource(process.env.DATABASE_URL ?? ''))

export const app = express()
agent.mountOnExpress(app)
// #endregion

/** Stands for a person who signs in with a browser. */
export const signIn = (agentUrl: string) => service.signIn(agentUrl, 1)
