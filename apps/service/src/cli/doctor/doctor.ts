import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.js'
import { ConflictError } from '../../errors.js'
import type { CommandIo } from '../command-io.js'
import { printResult, type ResultOptions } from '../print-result.js'
import { checkAgents, checkKeys, checkOpenRights, checkPeople } from './check-content.js'
import {
  checkClock,
  checkConnections,
  checkMigrations,
  checkRights,
  checkServer,
} from './check-database.js'
import { checkDiskSpace, checkLock, checkWritableFolders } from './check-folders.js'
import { checkMail } from './check-mail.js'
import { checkPort, checkProxies, checkPublicUrl } from './check-network.js'
import { checkPanel } from './check-panel.js'
import { checkRedis } from './check-redis.js'
import { checkSecretSetting, checkSettings } from './check-settings.js'
import { broken, describeReason, type Finding, ok, skipped } from './finding.js'
import { openForReading, type ReadableStore } from './open-for-reading.js'
import { createRedactor } from './redact.js'

/** Checks an installation, changes nothing, and prints one line per check. Fails when something is broken. */
export async function doctor(options: ResultOptions, io: CommandIo): Promise<void> {
  const findings = await examine(io.environment)
  const problems = findings.filter(({ status }) => status === 'broken')
  const result = { isSound: problems.length === 0, checks: findings }
  printResult(io, options, result, findings.map(formatLine))
  if (problems.length === 0) return
  throw new ConflictError(
    `${problems.length} of ${findings.length} checks found something broken: ${problems.map(({ check }) => check).join(', ')}.`,
    'broken_installation',
  )
}

const formatLine = ({ status, check, message, advice }: Finding) =>
  `${status.padEnd(8)} ${check}: ${message}${advice === undefined ? '' : ` ${advice}`}`

/** Every check in turn; what needs something that is broken is skipped. */
async function examine(environment: CommandIo['environment']): Promise<readonly Finding[]> {
  const { finding, config } = checkSettings(environment)
  if (!config) return [finding, skipped('others', 'They need a valid configuration.')]
  const redact = createRedactor(config)
  const findings = await examineInstallation(config)
  return [finding, ...findings.map(each => ({ ...each, message: redact(each.message) }))]
}

async function examineInstallation(config: Config): Promise<readonly Finding[]> {
  const port = await checkPort(config)
  const outside = await Promise.all([
    guard('disk space', () => checkDiskSpace(config)),
    guard('redis', () => checkRedis(config)),
    guard('mail', () => checkMail(config)),
    guard('public URL', () => checkPublicUrl(config, port.isServiceRunning)),
  ])
  return [
    ...(await checkWritableFolders(config)),
    ...(await examineStore(config, port.isServiceRunning)),
    port.finding,
    checkProxies(config),
    checkPanel(config),
    ...outside,
  ]
}

async function examineStore(
  config: Config,
  isServiceRunning: boolean,
): Promise<readonly Finding[]> {
  const isEmbedded = config.databaseUrl === undefined
  const hasDatabase = !isEmbedded || existsSync(join(config.dataDir, 'database', 'data'))
  const { finding, secret } = await checkSecretSetting(config, hasDatabase)
  if (!hasDatabase) {
    const made = ok('database', `The first start creates one in ${config.dataDir}.`)
    return [finding, made]
  }
  const lock = isEmbedded ? await checkLock(config, isServiceRunning) : undefined
  const findings = lock ? [finding, lock.finding] : [finding]
  if (lock?.isHeld) {
    return [...findings, skipped('database', 'Stop the process that uses it to check it.')]
  }
  return [...findings, ...(await examineDatabase(config, secret))]
}

async function examineDatabase(
  config: Config,
  secret: string | undefined,
): Promise<readonly Finding[]> {
  const check = 'database'
  let store: ReadableStore
  try {
    store = await openForReading(config)
  } catch (error) {
    return [explainDatabase(config, error)]
  }
  try {
    const findings = [
      ok(check, `${store.description} can be opened.`),
      await guard('database version', () => checkServer(store)),
      await guard('connections', () => checkConnections(store, config)),
      await guard('clock', () => checkClock(store)),
    ]
    const rights = await guard('database rights', () => checkRights(store))
    if (rights.status === 'broken') return [...findings, rights]
    return [...findings, rights, ...(await examineTables(store, config, secret))]
  } finally {
    await store.close()
  }
}

async function examineTables(
  store: ReadableStore,
  config: Config,
  secret: string | undefined,
): Promise<readonly Finding[]> {
  const { finding, isCurrent } = await checkMigrations(store)
  if (!isCurrent) return [finding]
  return [
    finding,
    await guard('signing keys', () => checkKeys(store, secret)),
    await guard('administrators', () => checkPeople(store)),
    await guard('rights', () => checkOpenRights(store)),
    ...(await checkAgents(store, config)),
  ]
}

/** What to do about a database that cannot be opened, by the SQLSTATE or the code of the system. */
const databaseAdvice: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Start the server, or correct host and port in SERVICE_DATABASE_URL.',
  ENOTFOUND: 'Correct the host in SERVICE_DATABASE_URL, or DNS.',
  '28P01': 'Correct user and password in SERVICE_DATABASE_URL.',
  '28000': 'Correct the user in SERVICE_DATABASE_URL, or allow it in pg_hba.conf.',
  '3D000': 'Create the database, or correct its name in SERVICE_DATABASE_URL.',
  '53300': 'Raise max_connections, or end other connections.',
}

function explainDatabase({ databaseUrl, dataDir }: Config, error: unknown): Finding {
  if (databaseUrl === undefined) {
    const message = `The embedded database in ${dataDir} cannot be opened: ${describeReason(error)}.`
    return broken('database', message, 'Restore a backup into an empty SERVICE_DATA_DIR.')
  }
  const cause = error instanceof Error ? (error.cause as { code?: string } | undefined) : undefined
  const reason = describeReason(error).replace(/\. Check SERVICE_DATABASE_URL$/, '')
  const advice = databaseAdvice[cause?.code ?? ''] ?? 'Check SERVICE_DATABASE_URL.'
  return broken('database', `${reason}.`, advice)
}

/** A check that fails for a reason nobody thought of is broken, too, and the others still run. */
async function guard(check: string, run: () => Promise<Finding>): Promise<Finding> {
  try {
    return await run()
  } catch (error) {
    return broken(check, `${describeReason(error)}.`, 'This is unexpected: please report it.')
  }
}
