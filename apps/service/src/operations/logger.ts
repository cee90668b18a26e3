import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.js'

/** Keys whose values are never logged, at any of the first three levels. */
const SECRETS = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'clientSecret',
  'databaseUrl',
  'redisUrl',
]
const PREFIXES = ['', '*.', '*.*.']

/** Creates the log of the process: one JSON object per line, without secrets. */
export function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination?: DestinationStream,
): Logger {
  const paths = SECRETS.flatMap(name => PREFIXES.map(prefix => prefix + name))
  return pino(
    {
      level: logLevel,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: label => ({ level: label }) },
      redact: { paths, censor: '[redacted]' },
      serializers: { err: describeError },
    },
    destination ?? pino.destination(2),
  )
}

/** The fields of an error that are logged. Others may contain what a client or a provider sent. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  return {
    name,
    ...('code' in error && { code: String(error.code) }),
    message,
    stack,
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}
