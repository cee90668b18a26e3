import { join } from 'node:path'
import type { ServerCommand } from '../servers/start-server.js'

export function adminjsCommand(folder: string, databaseUrl: string): ServerCommand {
  return {
    name: 'adminjs',
    args: [join(folder, 'server.mjs')],
    cwd: folder,
    env: { DATABASE_URL: databaseUrl },
    firstPath: '/admin/api/resources/orders/actions/list?page=1&perPage=15',
    headers: {},
  }
}
