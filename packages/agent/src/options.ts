import {
  isHttpUrl,
  isNonEmptyString,
  knownNames,
  type Logger,
  type LogLevel,
  listOptionNames,
  logLevels,
  show,
  unknownOption,
} from '@service/base'
import { compileTrustedProxies, isOrigin } from '@service/http'
import type { ServicePort } from '@service/service-client'
import type { ActivityLogOptions } from './activity/activity-log-options.js'
import type { AuditTrail } from './audit/audit-trail.js'
import { ConfigurationError } from './errors.js'
import {
  isMetricsOptions,
  type MetricsOptions,
  metricsForm,
  unknownMetricsOption,
} from './observe/metrics-options.js'
import { printLog } from './print-log.js'

/** Options of an agent: two secrets, a service, and its behavior. */
export interface AgentOptions {
  /** Signs sessions: at least 32 random characters, the same in every process of the agent. */
  authSecret: string
  /** Secrets that signed sessions earlier: those sessions stay valid until they expire. Default: none. */
  previousAuthSecrets?: readonly string[]
  /** Identifies the environment: 64 lower-case hexadecimal digits. */
  envSecret: string
  /**
   * The schema file is read instead of written, and errors are printed on one line, without their
   * stack unless `loggerLevel` is `Debug`. Default: false.
   */
  isProduction?: boolean
  /** Receives each line to log. Default: prints to the standard streams. */
  logger?: Logger
  /** The lowest level that is logged. Default: `Info`. */
  loggerLevel?: LogLevel
  /** Path below which the agent serves. Default: `/service`. */
  prefix?: string
  /** The file that describes the collections to the service. Default: `.service-schema.json`. */
  schemaPath?: string
  /** File to which typings are written. Default: none. */
  typingsPath?: string
  /** How many relations a path in the typings may cross. Default: 2. */
  typingsMaxDepth?: number
  /** Action routes without the index of the action. Default: false. */
  useUnsafeActionEndpoint?: boolean
  /** URL of the service. Default: the variable `SERVICE_SERVER_URL`. */
  serverUrl?: string
  /** The file that stores the last permissions, used while the service is unavailable. Default: `.service/agent-snapshot.json` beside the schema file. */
  snapshotPath?: string
  /** Seconds for which the last permissions are used while the service is unavailable. Default: 86,400, a day. */
  maxSnapshotAge?: number
  /** Receive changes immediately over an open connection to the service; false polls every minute. Default: true. */
  instantCacheRefresh?: boolean
  /** Do not write, read or send the schema. Default: false. */
  skipSchemaUpdate?: boolean
  /**
   * Refuses every change of records and every action, and hides them from clients. A text is added to
   * the message of the refusal, to say how changes are allowed. Default: false.
   */
  readOnly?: boolean | string
  /** Features that may still change, by name. Default: none. */
  experimental?: ExperimentalOptions
  /** Provides sessions, rights and scopes instead of a server. */
  service?: ServicePort
  /** Where activity log entries are stored until the service accepts them; false turns the activity log off. */
  activityLog?: false | ActivityLogOptions
  /** Metrics for Prometheus; needs the package `prom-client`. Default: none are collected. */
  metrics?: MetricsOptions
  /** Stores the values before and after each change; created by `createAuditTrail()` of `@service/audit-trail`. */
  auditTrail?: AuditTrail
  /** Origins that browsers may call from, with credentials, besides the panel. Default: none. */
  allowedOrigins?: readonly string[]
  /**
   * Lets people sign in from the panel of the service, whose pages may then call the agent; false
   * turns both off. Default: true.
   */
  panel?: boolean
  /** Largest page a client may request. Default: 1000. */
  maxPageSize?: number
  /** Maximum request body of signed-in people in bytes, including files in action forms. Default: 10 MiB. */
  maxBodySize?: number
  /** Maximum number of records in an export. Default: no limit. */
  limitExportSize?: number
  /** CSV cells that a spreadsheet would run as a formula begin with an apostrophe. Default: true. */
  escapeCsvFormulas?: boolean
  /** JSON, NDJSON and CSV above 4 kB are compressed for clients that accept it. Default: true. */
  compression?: boolean
  /** Replaces the message of an error sent to clients; undefined keeps it. */
  customizeErrorMessage?: (error: unknown) => string | undefined
  /**
   * Which `X-Forwarded-For` headers are trusted: `true` trusts the last hop, a list of IP addresses and
   * ranges like `10.0.0.0/8` every hop that one of these proxies wrote. Default: false.
   */
  trustProxy?: boolean | readonly string[]
  /**
   * Whether IP rules accept requests from the machine itself that no proxy forwarded. Leave it off
   * behind a local proxy that does not send `X-Forwarded-For`. Default: false.
   */
  ipRulesAllowLoopback?: boolean
}

/** Features that may still change. */
export interface ExperimentalOptions {
  /** Actions made without code at the service that post to a URL. Default: false. */
  readonly webhookCustomActions?: boolean
  /** Actions made without code at the service that write fixed values. Default: false. */
  readonly updateRecordCustomActions?: boolean
}

/** Options checked and completed. */
export interface ResolvedOptions {
  /** The secret that signs, then the previous ones. */
  readonly authSecrets: readonly [string, ...string[]]
  readonly envSecret: string
  readonly isProduction: boolean
  readonly logger: Logger
  readonly loggerLevel: LogLevel
  /** Begins with a slash and does not end with one; empty at the root. */
  readonly prefix: string
  readonly schemaPath: string
  readonly typingsPath?: string
  readonly typingsMaxDepth: number
  readonly useUnsafeActionEndpoint: boolean
  readonly serverUrl?: string
  readonly snapshotPath?: string
  readonly maxSnapshotAge?: number
  readonly instantCacheRefresh: boolean
  readonly skipSchemaUpdate: boolean
  /** When absent, records can be changed; else what the refusal of a change adds, or an empty text. */
  readonly readOnly?: string
  /** When absent, no feature is on. */
  readonly experimental?: ExperimentalOptions
  readonly service?: ServicePort
  readonly activityLog?: false | ActivityLogOptions
  readonly metrics?: MetricsOptions
  readonly auditTrail?: AuditTrail
  readonly allowedOrigins: readonly string[]
  readonly panel: boolean
  readonly maxPageSize: number
  readonly maxBodySize: number
  readonly limitExportSize?: number
  readonly escapeCsvFormulas: boolean
  readonly compression: boolean
  readonly customizeErrorMessage?: (error: unknown) => string | undefined
  readonly trustProxy: boolean | readonly string[]
  readonly ipRulesAllowLoopback: boolean
}

interface OptionRule {
  readonly isRequired?: true
  readonly isValid: (value: unknown) => boolean
  readonly allowed: string
  /** The allowed values. */
  readonly names?: readonly string[]
  /** The environment variable that applications usually read it from. */
  readonly variable?: string
  /** Errors do not repeat the value. */
  readonly isSecret?: true
}

const isFlag = (value: unknown) => typeof value === 'boolean'
const isCallable = (value: unknown) => typeof value === 'function'
const isPositive = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0

const minSecretLength = 32
const secretForm = `at least ${minSecretLength} random characters, such as 'openssl rand -hex 32' prints`

const flag: OptionRule = { isValid: isFlag, allowed: 'true or false' }
const positive: OptionRule = { isValid: isPositive, allowed: 'a whole number above 0' }
const path: OptionRule = { isValid: isNonEmptyString, allowed: 'the path of a file' }
const callable: OptionRule = { isValid: isCallable, allowed: 'a function' }

const experimentalNames = [
  'webhookCustomActions',
  'updateRecordCustomActions',
] as const satisfies readonly (keyof ExperimentalOptions)[]

const rules: Readonly<Record<keyof AgentOptions, OptionRule>> = {
  authSecret: {
    isRequired: true,
    isSecret: true,
    isValid: value => typeof value === 'string' && value.length >= minSecretLength,
    allowed: secretForm,
    variable: 'SERVICE_AUTH_SECRET',
  },
  envSecret: {
    isRequired: true,
    isSecret: true,
    isValid: value => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value),
    allowed: '64 lower-case hexadecimal digits, as the service shows them',
    variable: 'SERVICE_ENV_SECRET',
  },
  previousAuthSecrets: {
    isSecret: true,
    isValid: value => Array.isArray(value) && value.every(isNonEmptyString),
    allowed: 'a list of texts',
  },
  isProduction: flag,
  logger: callable,
  loggerLevel: {
    isValid: value => logLevels.some(level => level === value),
    allowed: logLevels.join(', '),
    names: logLevels,
  },
  prefix: {
    isValid: value => typeof value === 'string' && /^[-~/\w]*$/.test(value),
    allowed: 'a path of letters, digits, -, _, ~ and /',
  },
  schemaPath: path,
  typingsPath: path,
  typingsMaxDepth: positive,
  useUnsafeActionEndpoint: flag,
  serverUrl: { isValid: isHttpUrl, allowed: 'an address like https://service.example.com' },
  snapshotPath: path,
  maxSnapshotAge: positive,
  instantCacheRefresh: flag,
  skipSchemaUpdate: flag,
  readOnly: {
    isValid: value => isFlag(value) || isNonEmptyString(value),
    allowed: 'true, false or a sentence that says how changes are allowed',
  },
  experimental: {
    isValid: isExperimental,
    allowed: `an object with ${experimentalNames.join(' and ')}, each true or false`,
  },
  service: {
    isValid: value => typeof value === 'object' && value !== null,
    allowed: 'a service, such as createInProcessService() makes',
  },
  activityLog: {
    isValid: isActivityLog,
    allowed: 'false, or an object with folder (a path) and maxBytes (at least 1048576)',
  },
  metrics: { isSecret: true, isValid: isMetricsOptions, allowed: metricsForm },
  auditTrail: {
    isValid: value => typeof value === 'object' && value !== null && 'begin' in value,
    allowed: 'an audit trail, such as createAuditTrail() makes',
  },
  allowedOrigins: {
    isValid: value => Array.isArray(value) && value.every(isOrigin),
    allowed: "a list of origins like 'https://admin.example.com'",
  },
  panel: flag,
  maxPageSize: positive,
  maxBodySize: positive,
  limitExportSize: positive,
  escapeCsvFormulas: flag,
  compression: flag,
  customizeErrorMessage: callable,
  trustProxy: {
    isValid: isTrust,
    allowed: "true, false or a list of addresses and ranges like '10.0.0.0/8'",
  },
  ipRulesAllowLoopback: flag,
}

/** Checks the options; an error names the option, what was given and what is allowed. */
export function resolveOptions(options: AgentOptions): ResolvedOptions {
  if (typeof options !== 'object' || options === null) {
    throw new ConfigurationError(`createAgent expects an object of options, not ${show(options)}.`)
  }
  const problem =
    unknownOption(options, Object.keys(rules)) ??
    unknownActivityOption(options.activityLog) ??
    unknownMetricsOption(options.metrics) ??
    unknownExperiment(options.experimental)
  if (problem) throw new ConfigurationError(problem)
  for (const [name, rule] of Object.entries(rules)) {
    checkOption(name, rule, options[name as keyof AgentOptions])
  }
  const loggerLevel = options.loggerLevel ?? 'Info'
  const isProduction = options.isProduction ?? false
  return {
    authSecrets: [options.authSecret, ...(options.previousAuthSecrets ?? [])],
    envSecret: options.envSecret,
    isProduction,
    loggerLevel,
    logger: fromLevel(
      loggerLevel,
      options.logger ?? printLog(isProduction && loggerLevel !== 'Debug'),
    ),
    prefix: normalisePrefix(options.prefix ?? '/service'),
    schemaPath: options.schemaPath ?? '.service-schema.json',
    typingsPath: options.typingsPath,
    typingsMaxDepth: options.typingsMaxDepth ?? 2,
    useUnsafeActionEndpoint: options.useUnsafeActionEndpoint ?? false,
    serverUrl: options.serverUrl,
    snapshotPath: options.snapshotPath,
    maxSnapshotAge: options.maxSnapshotAge,
    instantCacheRefresh: options.instantCacheRefresh ?? true,
    skipSchemaUpdate: options.skipSchemaUpdate ?? false,
    readOnly: options.readOnly === true ? '' : options.readOnly || undefined,
    experimental: Object.values(options.experimental ?? {}).includes(true)
      ? options.experimental
      : undefined,
    service: options.service,
    activityLog: options.activityLog,
    metrics: options.metrics,
    auditTrail: options.auditTrail,
    allowedOrigins: options.allowedOrigins ?? [],
    panel: options.panel ?? true,
    maxPageSize: options.maxPageSize ?? 1000,
    maxBodySize: options.maxBodySize ?? 10 * 1024 * 1024,
    limitExportSize: options.limitExportSize,
    escapeCsvFormulas: options.escapeCsvFormulas ?? true,
    compression: options.compression ?? true,
    customizeErrorMessage: options.customizeErrorMessage,
    trustProxy: options.trustProxy ?? false,
    ipRulesAllowLoopback: options.ipRulesAllowLoopback ?? false,
  }
}

function checkOption(name: string, rule: OptionRule, value: unknown): void {
  // A variable that is not set is often passed as an empty string.
  if (value === undefined || (rule.isRequired && value === '')) {
    if (!rule.isRequired) return
    const hint = rule.variable === undefined ? '.' : `: set ${rule.variable}.`
    throw new ConfigurationError(`Option '${name}' is missing${hint} It must be ${rule.allowed}.`)
  }
  if (rule.isValid(value)) return
  const given = rule.isSecret ? describeSecret(value) : show(value)
  const allowed = rule.names
    ? `one of these: ${knownNames(String(value), rule.names)}`
    : `${rule.allowed}.`
  throw new ConfigurationError(`Option '${name}' is ${given}. It must be ${allowed}`)
}

function describeSecret(value: unknown): string {
  const found =
    typeof value === 'string' ? `a text of ${value.length} characters` : `a ${typeof value}`
  return `${found} (its value is not shown)`
}

const activityOptionNames = listOptionNames<ActivityLogOptions>({ folder: true, maxBytes: true })

function unknownActivityOption(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return unknownOption(value, activityOptionNames, "'activityLog'")
}

const minLogBytes = 1024 * 1024

function isActivityLog(value: unknown): boolean {
  if (value === false) return true
  if (typeof value !== 'object' || value === null) return false
  const { folder, maxBytes } = value as ActivityLogOptions
  const isLargeEnough = isPositive(maxBytes) && Number(maxBytes) >= minLogBytes
  return (
    (folder === undefined || isNonEmptyString(folder)) && (maxBytes === undefined || isLargeEnough)
  )
}

function isExperimental(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).every(flag => flag === undefined || isFlag(flag))
}

function unknownExperiment(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  return unknownOption(value, experimentalNames, "'experimental'")
}

function isTrust(value: unknown): boolean {
  if (typeof value === 'boolean') return true
  if (!Array.isArray(value) || !value.every(isNonEmptyString)) return false
  try {
    compileTrustedProxies(value)
    return true
  } catch {
    return false
  }
}

function normalisePrefix(prefix: string): string {
  const parts = prefix.split('/').filter(part => part !== '')
  return parts.length === 0 ? '' : `/${parts.join('/')}`
}

function fromLevel(lowest: LogLevel, logger: Logger): Logger {
  const threshold = logLevels.indexOf(lowest)
  return (level, message, error) => {
    if (logLevels.indexOf(level) >= threshold) logger(level, message, error)
  }
}
