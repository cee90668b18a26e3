import type { Logger } from '@service/base'
import type { CallError } from '../transport/call-error.js'

/** What works and what does not between the agent and the service. */
export interface Standing {
  fail(part: string, error: CallError): void
  recover(part: string): void
  /** The worst that is wrong now, in words fit for strangers. */
  readonly problem: string | undefined
}

const refused = 'The service refuses the secret of the environment.'

/** Says once that the connection is lost, and once that it is back. */
export function createStanding(logger: Logger): Standing {
  const problems = new Map<string, string>()
  const isRefused = () => [...problems.values()].includes(refused)
  return {
    fail(part, error) {
      if (error.isRefusal && !isRefused()) logger('Error', `${refused} ${advice}`, error)
      if (!error.isRefusal && problems.size === 0) {
        const level = error.isForeign ? 'Error' : 'Warn'
        logger(level, `The connection to the service is disturbed: ${error.message}`)
      }
      problems.set(part, error.isRefusal ? refused : error.reason)
    },
    recover(part) {
      if (problems.delete(part) && problems.size === 0) {
        logger('Info', 'The connection to the service works again.')
      }
    },
    get problem() {
      return isRefused() ? refused : problems.values().next().value
    },
  }
}

const advice =
  'Check envSecret and the IP rules of the environment: until then no change of rights arrives.'
