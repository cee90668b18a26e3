import type { Logger } from '@service/base'
import { CallFailure } from '@service/http'
import type { CallError } from '../transport/call-error.js'

/** Which channels between the agent and the service fail, and why. */
export interface ConnectionHealth {
  fail(channel: string, error: CallError): void
  recover(channel: string): void
  /** The most serious failure now. Shown to clients, so it contains no URLs or secrets. */
  readonly problem: string | undefined
}

const refused = 'The service rejects the environment secret.'

/**
 * Logs once when the connection is lost, and once when it works again. `describeFallback` says
 * which permissions the agent uses meanwhile.
 */
export function createConnectionHealth(
  logger: Logger,
  describeFallback: () => string,
): ConnectionHealth {
  const problems = new Map<string, string>()
  const isRefused = () => [...problems.values()].includes(refused)
  return {
    fail(channel, error) {
      if (error.isRefusal && !isRefused()) logger('Error', `${refused} ${advice}`, error)
      if (!error.isRefusal && problems.size === 0) {
        const level = error.isForeign ? 'Error' : 'Warn'
        logger(level, `${formatCause(error)} ${describeFallback()}`)
      }
      problems.set(channel, error.isRefusal ? refused : error.reason)
    },
    recover(channel) {
      if (problems.delete(channel) && problems.size === 0) {
        logger('Info', 'The connection to the service works again.')
      }
    },
    get problem() {
      return isRefused() ? refused : problems.values().next().value
    },
  }
}

const advice =
  'Check envSecret and the IP rules of the environment. Until then, permission changes do not arrive.'

/** Leaves the path of the failed request out when no server was reached at all. */
function formatCause({ cause, message }: CallError): string {
  const text = cause instanceof CallFailure ? cause.message : message
  return text.endsWith('.') ? text : `${text}.`
}
