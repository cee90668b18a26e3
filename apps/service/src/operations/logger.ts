import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.js'

/** Names whose values never reach a log, wherever they stand in the first three levels. */
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

/** The log of the process: one JSON object per line, without secrets. */
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

/** What a log keeps of an error. Other members may hold what a client or a provider sent. */
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
