import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOnPostgres } from '@service/test-support'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type Config, readConfig, variableNames } from '../config.js'
import { randomHex } from '../secrets/token-format.js'
import { type RunningService, startService } from '../start-service.js'
import { copyEmbeddedDatabase } from './copy-embedded-database.js'
import { testSecret } from './test-secret.js'
import { writeEmptyPanel } from './write-panel.js'

export interface TestService extends RunningService {
  readonly config: Config
  /** Another instance on the same database. Only on PostgreSQL. */
  startSibling(overrides?: Partial<Config>): Promise<RunningService>
  /** Stops the instance and keeps its data, until \`stop\`. */
  pause(): Promise<void>
}

/**
 * Starts the service for a test: in a new database of the given PostgreSQL server, or, without a
 * server, on an embedded database in a temporary folder. Its tables are copied from those that the
 * run made, and its panel has no files. `overrides` change single settings.
 */
export async function startTestService(
  postgresUrl: string | undefined,
  overrides: Partial<Config> = {},
): Promise<TestService> {
  const dataDir = overrides.dataDir ?? (await mkdtemp(join(tmpdir(), 'service-test-')))
  const database = postgresUrl ? await createDatabase(postgresUrl) : undefined
  if (!database) copyEmbeddedDatabase('keyed', dataDir)
  const panelDir = join(dataDir, 'panel')
  if (!overrides.panelDir) await writeEmptyPanel(panelDir)
  const config: Config = {
    ...readConfig({ [variableNames.port]: '0', [variableNames.dataDir]: dataDir }),
    databaseUrl: database?.url,
    panelDir,
    secret: testSecret,
    rateLimit: 1_000_000,
    ...overrides,
  }
  const log = pino({ level: process.env.SERVICE_LOG_LEVEL ?? 'silent' })
  const service = await startService(config, log)
  let isRunning = true
  const pause = async () => {
    if (isRunning) await service.stop()
    isRunning = false
  }
  return {
    ...service,
    config,
    startSibling: more => startService({ ...config, ...more }, log),
    pause,
    async stop() {
      await pause()
      await database?.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function createDatabase(serverUrl: string) {
  const name = `service_${randomHex(12)}`
  const template = serverUrl === inject('postgresUrl') ? inject('postgresTemplate') : undefined
  await runOnPostgres(
    serverUrl,
    `create database ${name} ${template ? `template ${template}` : ''}`,
  )
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => runOnPostgres(serverUrl, `drop database ${name} with (force)`),
  }
}
