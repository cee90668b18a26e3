import { join } from 'node:path'
import type { BenchDatabaseName } from '../data/bench-server.js'
import { limitProgram, oursDir } from '../servers/folders.js'
import { type ServerCommand, startServer } from '../servers/start-server.js'
import { firstLists } from './agent-protocol.js'
import { authSecret, sessionHeaders } from './session-token.js'

/** A database the targets are started on. */
interface BenchDatabase {
  readonly name: BenchDatabaseName
  readonly url: string
}

/** `Instance` tells apart servers of one target. */
export interface Instance {
  readonly database: BenchDatabase
  /** With the emulated field `customers.full_name`, and more of its kind. */
  readonly isEmulated?: boolean
  readonly variant?: Variant
  /** This version unless given. */
  readonly version?: Version
}

/** A version of our agent: its name in the report, and where its packages are installed. */
export interface Version {
  readonly name: 'ours' | 'before'
  readonly folder: string
}

export const thisVersion: Version = { name: 'ours', folder: oursDir }

/**
 * Without any customization, with ten that lists do not use, or with 2,000 renamed fields; open to
 * everybody, or with rights, scopes and an activity log from a service.
 */
type Variant = 'bare' | 'unused' | 'renamed' | 'open' | 'guarded'

export function instanceName(target: string, { database, isEmulated, variant }: Instance): string {
  const parts = [target, database.name, isEmulated && 'emulated', variant]
  return parts.filter(Boolean).join('-')
}

/** The fields an agent adds on the database with data. */
export function fieldSettings({ database, isEmulated, variant }: Instance): Record<string, string> {
  const isComputed = database.name === 'bench' && variant !== 'bare' && variant !== 'unused'
  return {
    COMPUTED: isComputed ? '1' : '0',
    EMULATED: isEmulated ? '1' : '0',
    FLATTENED: database.name === 'bench_json' ? '1' : '0',
  }
}

export function schemaFile(dataDir: string, name: string): string {
  return join(dataDir, `${name}-schema.json`)
}

/** Agents read their schema file in production and write it in development: starts one for that. */
export async function writeSchemaFile(command: ServerCommand, logDir: string): Promise<void> {
  const env = { ...command.env, WRITE_SCHEMA: '1' }
  const server = await startServer({ ...command, env }, logDir)
  await server.stop()
}

export function limitCommand(variant: 'js' | 'pg', { database }: Instance): ServerCommand {
  return {
    name: instanceName(`limit-${variant}`, { database }),
    args: [limitProgram],
    env: { VARIANT: variant, DATABASE_URL: database.url },
    firstPath: firstLists[database.name],
    headers: {},
  }
}

export function oursCommand(instance: Instance, dataDir: string, serviceUrl = ''): ServerCommand {
  const { name: version, folder } = instance.version ?? thisVersion
  const name = instanceName(version, instance)
  return {
    name,
    args: [join(folder, 'dist/ours/server.js')],
    env: {
      ...fieldSettings(instance),
      ...(instance.variant && { VARIANT: instance.variant }),
      AUTH_SECRET: authSecret,
      DATABASE_URL: instance.database.url,
      SCHEMA_FILE: schemaFile(dataDir, name),
      SERVICE_SERVER_URL: serviceUrl,
    },
    firstPath: firstLists[instance.database.name],
    headers: sessionHeaders(),
  }
}
