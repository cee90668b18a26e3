import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningServer, type ServerCommand, startServer } from '../servers/start-server.js'
import { firstLists } from '../targets/agent-protocol.js'
import { fieldSettings, type Instance, instanceName } from '../targets/commands.js'
import { authSecret, sessionHeaders } from '../targets/session-token.js'

/** Where the peer agent finds what it needs. */
export interface ForestSetting {
  readonly folder: string
  readonly serviceUrl: string
  readonly dataDir: string
}

export function forestCommand(instance: Instance, setting: ForestSetting): ServerCommand {
  return {
    name: instanceName('forest', instance),
    args: [join(setting.folder, 'server.mjs')],
    cwd: setting.folder,
    env: {
      ...fieldSettings(instance),
      AUTH_SECRET: authSecret,
      DATABASE_URL: instance.database.url,
      SERVICE_URL: setting.serviceUrl,
      SCHEMA_FILE: schemaFile(instance, setting),
    },
    firstPath: firstLists[instance.database.name],
    headers: sessionHeaders(),
  }
}

/** Writes the schema file its production mode asks for, the first time. */
export async function writeForestSchema(instance: Instance, setting: ForestSetting): Promise<void> {
  if (existsSync(schemaFile(instance, setting))) return
  const command = forestCommand(instance, setting)
  const env = { ...command.env, WRITE_SCHEMA: '1' }
  const server: RunningServer = await startServer({ ...command, env }, setting.dataDir)
  await server.stop()
}

function schemaFile(instance: Instance, { dataDir }: ForestSetting): string {
  return join(dataDir, `${instanceName('forest', instance)}-schema.json`)
}
