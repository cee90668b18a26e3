import type { Logger } from '@service/agent'
import type { CommandIo } from '@service/service/cli'
import { describeFailure } from './customize/load-customization.js'

/** The log of the agent for a person at a terminal: warnings and errors, without stacks. */
export interface AgentLog {
  readonly logger: Logger
  /** From now on, errors are printed: an error of the start ends the command, which prints it. */
  started(): void
}

export function createAgentLog({ errors, environment }: CommandIo): AgentLog {
  const isDebugging = ['debug', 'trace'].includes(environment.SERVICE_LOG_LEVEL ?? '')
  let isStarted = false
  return {
    logger(level, message, error) {
      if (level === 'Error' ? !isStarted : level !== 'Warn' && !isDebugging) return
      const reason = error === undefined ? '' : `\n${describeFailure(error)}`
      errors.write(`${message}${reason}\n`)
    },
    started() {
      isStarted = true
    },
  }
}
