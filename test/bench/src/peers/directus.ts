import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ServerCommand } from '../servers/start-server.js'

const execute = promisify(execFile)
const TOKEN = 'bench-static-token'

export const directusHeaders: Readonly<Record<string, string>> = {
  authorization: `Bearer ${TOKEN}`,
}

/** Prepares Directus's own tables in its database and tells how to start it. */
export async function prepareDirectus(folder: string, databaseUrl: string): Promise<ServerCommand> {
  const program = join(folder, 'node_modules', 'directus', 'cli.js')
  const env = directusEnv(databaseUrl)
  await execute(process.execPath, [program, 'bootstrap'], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  return {
    name: 'directus',
    args: [program, 'start'],
    cwd: folder,
    env,
    firstPath: '/items/orders?limit=1',
    headers: directusHeaders,
  }
}

function directusEnv(databaseUrl: string): Record<string, string> {
  return {
    HOST: '127.0.0.1',
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: databaseUrl,
    DB_POOL__MIN: '2',
    DB_POOL__MAX: '10',
    SECRET: 'bench-secret-bench-secret-bench-secret',
    ADMIN_EMAIL: 'bench@example.com',
    ADMIN_PASSWORD: 'bench-pass',
    ADMIN_TOKEN: TOKEN,
    TELEMETRY: 'false',
    LOG_LEVEL: 'warn',
    QUERY_LIMIT_MAX: '-1',
    CACHE_ENABLED: 'false',
    RATE_LIMITER_ENABLED: 'false',
  }
}
