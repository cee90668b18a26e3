import { isIP } from 'node:net'
import { knownNames } from '@service/base'
import { unknownVariables } from '@service/protocol'
import { z } from 'zod'
import { ConfigurationError } from './errors.js'
import { readSmtpUrl } from './mail/smtp-settings.js'
import { readSecretFiles } from './secret-files.js'

/** Parses a number from a variable; the error message states the allowed range. */
const integer = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine(value => value >= low && value <= high)
    .catch(({ value }) => fail(value, `must be an integer from ${low} to ${high}`))

const enumSetting = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .enum(values)
    .catch(({ value }) =>
      failWith(`must be one of these, not '${value}': ${knownNames(String(value), values)}`),
    )

const flag = enumSetting(['true', 'false']).transform(value => value === 'true')

const url = (...protocols: readonly string[]) =>
  z
    .string()
    .refine(value => URL.canParse(value) && protocols.includes(new URL(value).protocol))
    .catch(() => fail(undefined, `must be an address that begins with ${protocols.join(' or ')}//`))

/** A path has plain segments only, because it becomes part of cookies, pages and routes. */
const publicUrl = z
  .string()
  .refine(value => URL.canParse(value) && PUBLIC_URL.test(new URL(value).href))
  .catch(() =>
    failWith(
      'must be an address that begins with http: or https://, with at most a path of letters, digits, -, ., _ and ~.',
    ),
  )

const PUBLIC_URL = /^https?:\/\/[^/?#@]+(?:\/[\w.~-]+)*\/?$/

const smtpUrl = z
  .string()
  .refine(value => readSmtpUrl(value) !== undefined)
  .catch(() =>
    fail(
      undefined,
      'must be like smtp://user:password@mail.example.com:587 or smtps://…, with at most ?requireTLS=false',
    ),
  )

const emailAddress = z.email().catch(({ value }) => fail(value, 'must be an e-mail address'))

const secret = z
  .string()
  .min(32)
  .catch(() => fail(undefined, `must have at least 32 characters. ${makeSecret}`))

/** How to generate a secret, for error messages. */
export const makeSecret = 'Generate one: openssl rand -hex 32'

/** A secret that is sent in an HTTP header. */
const bearer = z
  .string()
  .regex(/^[!-~]{32,}$/)
  .catch(() =>
    fail(undefined, `must have at least 32 letters, digits or signs, and no spaces. ${makeSecret}`),
  )

/** IP addresses and ranges such as `10.0.0.0/8`, separated by commas. */
const ranges = z
  .string()
  .transform(text =>
    text
      .split(',')
      .map(part => part.trim())
      .filter(part => part !== ''),
  )
  .refine(parts => parts.every(isRange))
  .catch(({ value }) => fail(value, 'must list IP addresses or ranges such as 10.0.0.0/8'))

function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const widest = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return more.length === 0 && /^\d{1,3}$/.test(bits ?? '0') && Number(bits ?? 0) <= widest
}

/** The default folder for all data. */
export const defaultDataDir = '.service'

/** One row per variable: its name and its parser, which receives `undefined` when the variable is not set. */
const variables = {
  host: ['SERVICE_HOST', z.string().default('127.0.0.1')],
  port: ['SERVICE_PORT', integer(0, 65_535).default(3310)],
  publicUrl: ['SERVICE_PUBLIC_URL', publicUrl.optional()],
  dataDir: ['SERVICE_DATA_DIR', z.string().min(1).default(defaultDataDir)],
  databaseUrl: ['SERVICE_DATABASE_URL', url('postgres:', 'postgresql:').optional()],
  poolSize: ['SERVICE_DATABASE_POOL', integer(2, 500).default(20)],
  statementTimeout: ['SERVICE_STATEMENT_TIMEOUT', integer(100, 600_000).default(15_000)],
  databaseWait: ['SERVICE_DATABASE_WAIT', integer(0, 3_600_000).default(15_000)],
  redisUrl: ['SERVICE_REDIS_URL', url('redis:', 'rediss:').optional()],
  smtpUrl: ['SERVICE_SMTP_URL', smtpUrl.optional()],
  mailFrom: ['SERVICE_MAIL_FROM', emailAddress.optional()],
  secret: ['SERVICE_SECRET', secret.optional()],
  rateLimit: ['SERVICE_RATE_LIMIT', integer(1, 100_000_000).default(300)],
  maxConcurrentRequests: ['SERVICE_MAX_CONCURRENT_REQUESTS', integer(1, 100_000).default(256)],
  requestTimeout: ['SERVICE_REQUEST_TIMEOUT', integer(1_000, 600_000).default(60_000)],
  eventHeartbeat: ['SERVICE_EVENT_HEARTBEAT', integer(100, 30_000).default(15_000)],
  maxEventStreams: ['SERVICE_MAX_EVENT_STREAMS', integer(1, 1_000_000).default(10_000)],
  maxJobs: ['SERVICE_MAX_JOBS', integer(0, 32).default(1)],
  trustedProxies: ['SERVICE_TRUSTED_PROXIES', ranges.default([])],
  ipRulesAllowLoopback: ['SERVICE_IP_RULES_ALLOW_LOOPBACK', flag.default(false)],
  sessionHours: ['SERVICE_SESSION_HOURS', integer(1, 8_760).default(12)],
  metricsToken: ['SERVICE_METRICS_TOKEN', bearer.optional()],
  logLevel: [
    'SERVICE_LOG_LEVEL',
    enumSetting(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ],
  archiveDir: ['SERVICE_ARCHIVE_DIR', z.string().min(1).optional()],
  panelDir: ['SERVICE_PANEL_DIR', z.string().min(1).optional()],
  adminEmail: ['SERVICE_ADMIN_EMAIL', emailAddress.optional()],
  adminPassword: [
    'SERVICE_ADMIN_PASSWORD',
    z
      .string()
      .min(12)
      .catch(() => fail(undefined, 'must have at least 12 characters'))
      .optional(),
  ],
} as const

export type Config = {
  readonly [Key in keyof typeof variables]: z.output<(typeof variables)[Key][1]>
}

/**
 * Reads the settings of the service from environment variables. The error names every invalid value and what
 * is allowed, and never contains a secret.
 *
 * @example
 * const config = readConfig(process.env)
 */
export function readConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const { environment, problems: fileProblems } = readSecretFiles(given)
  const problems = [...unknownVariables(environment), ...fileProblems]
  const entries = Object.entries(variables).map(([key, [name, schema]]) => {
    try {
      return [key, schema.parse(environment[name] === '' ? undefined : environment[name])]
    } catch (error) {
      problems.push(`${name} ${error instanceof WrongValue ? error.message : String(error)}`)
      return [key, undefined]
    }
  })
  if (problems.length > 0) throw new ConfigurationError(problems)
  return Object.fromEntries(entries) as Config
}

/** The environment variable of each setting, for messages and the documentation. */
export const variableNames: Readonly<Record<keyof Config, string>> = Object.fromEntries(
  Object.entries(variables).map(([key, [name]]) => [key, name]),
) as Record<keyof Config, string>

class WrongValue extends Error {}

/** Reports an invalid variable. `value` is omitted when it is a secret. */
function fail(value: unknown, rule: string): never {
  return failWith(value === undefined ? `${rule}.` : `${rule}, not '${String(value)}'.`)
}

function failWith(sentence: string): never {
  throw new WrongValue(sentence)
}
