import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { isHttpUrl, type LogLevel, logLevels, withoutTrailing } from '@service/base'
import { CommandError, UsageError } from '../errors.js'

type Environment = Readonly<Record<string, string | undefined>>

/** The URL of a service that runs with default settings. */
export const defaultServerUrl = 'http://localhost:3310'

/** Returns the URL of the service without a trailing slash, from the option or the environment. */
export function readServerUrl(option: string | undefined, environment: Environment): string {
  const given = option ?? (environment.SERVICE_SERVER_URL || defaultServerUrl)
  if (isHttpUrl(given)) return withoutTrailing(new URL(given).href, '/')
  const message =
    'must be an address like https://service.example.com, without user, password, query or fragment.'
  throw option === undefined
    ? new CommandError(`SERVICE_SERVER_URL ${message}`)
    : new UsageError(`--server-url ${message}`)
}

/** Whether requests to it can be read on the network. */
export function isOpenToOthers(serverUrl: string): boolean {
  const { protocol, hostname } = new URL(serverUrl)
  return (
    protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|.*\.localhost)$/.test(hostname)
  )
}

/** Returns the environment secret from the option or the environment; errors do not repeat it. */
export function readEnvSecret(option: string | undefined, environment: Environment): string {
  const given = option ?? environment.SERVICE_ENV_SECRET
  const name = option === undefined ? 'SERVICE_ENV_SECRET' : '--env-secret'
  if (!given) {
    throw new UsageError(
      'The secret of the environment is missing: give it as --env-secret, or set SERVICE_ENV_SECRET.',
    )
  }
  if (/^[0-9a-f]{64}$/.test(given)) return given
  throw new UsageError(
    `${name} must be 64 lower-case hexadecimal digits; the given value has ${given.length} characters.`,
  )
}

/** Returns the folder that contains `.service/credentials.json`. */
export function findTokenFolder(folder: string, environment: Environment): string {
  return resolve(folder, environment.TOKEN_PATH || homedir())
}

/** Returns the lowest level of lines to print. */
export function readLogLevel(environment: Environment): LogLevel {
  const given = environment.LOG_LEVEL || 'Info'
  const level = logLevels.find(each => each.toLowerCase() === given.toLowerCase())
  if (level) return level
  throw new CommandError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not '${given}'.`)
}
