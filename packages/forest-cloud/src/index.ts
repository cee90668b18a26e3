export type { Agent } from '@service/agent'
export type { MongoConnectionParams, SqlConnectionParams } from './connection-params.js'
