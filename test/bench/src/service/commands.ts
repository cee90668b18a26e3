import { join } from 'node:path'
import { serviceLimitProgram, serviceProgram } from '../servers/folders.js'
import type { ServerCommand } from '../servers/start-server.js'
import { notesPath, tokenHeaders } from './access.js'

/** More than any run asks for. */
const RATE_LIMIT = '100000000'
const POOL = '20'

/** The service as it is run in production, on a database that the benchmark has filled. */
export function serviceCommand(databaseUrl: string, logDir: string): ServerCommand {
  return {
    name: 'service',
    args: [serviceProgram, 'up'],
    portVariable: 'SERVICE_PORT',
    env: {
      SERVICE_DATABASE_URL: databaseUrl,
      SERVICE_DATABASE_POOL: POOL,
      SERVICE_DATA_DIR: join(logDir, 'service-data'),
      SERVICE_SECRET: 'only the benchmark uses this secret',
      SERVICE_ADMIN_PASSWORD: 'only the benchmark uses this password',
      SERVICE_RATE_LIMIT: RATE_LIMIT,
      SERVICE_LOG_LEVEL: 'warn',
    },
    firstPath: `${notesPath}?limit=1`,
    headers: tokenHeaders,
  }
}

/** The same answers from `node:http` and `pg` alone. */
export function serviceLimitCommand(databaseUrl: string): ServerCommand {
  return {
    name: 'service-limit',
    args: [serviceLimitProgram],
    env: { DATABASE_URL: databaseUrl, POOL, RATE_LIMIT },
    firstPath: `${notesPath}?limit=1`,
    headers: tokenHeaders,
  }
}
