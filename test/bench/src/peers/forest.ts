import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerCommand } from '../servers/start-server.js'
import { firstLists } from '../targets/agent-protocol.js'
import {
  fieldSettings,
  type Instance,
  instanceName,
  schemaFile,
  writeSchemaFile,
} from '../targets/commands.js'
import { authSecret, sessionHeaders } from '../targets/session-token.js'

/** Where the peer agent finds what it needs. */
export interface ForestSetting {
  readonly folder: string
  readonly serviceUrl: string
  readonly dataDir: string
}

export function forestCommand(instance: Instance, setting: ForestSetting): ServerCommand {
  const name = instanceName('forest', instance)
  return {
    name,
    args: [join(setting.folder, 'server.mjs')],
    cwd: setting.folder,
    env: {
      ...fieldSettings(instance),
      AUTH_SECRET: authSecret,
      DATABASE_URL: instance.database.url,
      SERVICE_URL: setting.serviceUrl,
      SCHEMA_FILE: schemaFile(setting.dataDir, name),
    },
    firstPath: firstLists[instance.database.name],
    headers: sessionHeaders(),
  }
}

/** Writes the schema file, the first time: it depends on the data and the installed version alone. */
export async function writeForestSchema(instance: Instance, setting: ForestSetting): Promise<void> {
  const command = forestCommand(instance, setting)
  if (existsSync(schemaFile(setting.dataDir, command.name))) return
  await writeSchemaFile(command, setting.dataDir)
}
