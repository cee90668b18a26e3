import { type Logger, type LogLevel, logLevels } from '@service/base'
import { CommandError, describeError } from '../errors.js'
import type { CommandIo } from './command-io.js'
import { createSecretRedactor, type SecretRedactor } from './redact-secrets.js'

/**
 * The output and prompts of a command: styled in a terminal, plain lines in a pipe, and without
 * secrets.
 */
export interface Terminal extends SecretRedactor {
  /** Whether a person can answer prompts. */
  readonly isInteractive: boolean
  /** Prints a step that was started or completed. */
  step(text: string): Promise<void>
  warn(text: string): void
  /** Prints why the command failed. */
  fail(text: string): void
  /**
   * Creates a logger for libraries: warnings and errors, and other lines from the level `lowest`
   * on.
   */
  logger(lowest: LogLevel): Logger
  askText(message: string, check?: Check): Promise<string>
  /** Does not show what is typed, and treats it as a secret from then on. */
  askHidden(message: string, check?: Check): Promise<string>
  confirm(message: string): Promise<boolean>
}

/** Returns what is wrong with an input; undefined when it is valid. */
type Check = (value: string) => string | undefined

export function createTerminal(io: CommandIo): Terminal {
  const { addSecret, redact } = createSecretRedactor()
  const isInteractive = io.input.isTTY === true && io.output.isTTY === true
  const streams = { input: io.input, output: io.output }
  const warn = (text: string) => void io.errors.write(`Warning: ${redact(text)}\n`)
  const checked = (check?: Check) => check && ((value: string | undefined) => check(value ?? ''))
  return {
    addSecret,
    redact,
    isInteractive,
    warn,
    async step(text) {
      const shown = redact(text)
      if (!isInteractive) return void io.output.write(`${shown}\n`)
      const { log } = await import('@clack/prompts')
      log.step(shown, { output: io.output })
    },
    fail(text) {
      io.errors.write(`forest-cloud: ${redact(text)}\n`)
    },
    logger: lowest => (level, message, error) => {
      if (logLevels.indexOf(level) < logLevels.indexOf(lowest)) return
      const line = error === undefined ? message : `${message}: ${describeError(error)}`
      if (level === 'Warn' || level === 'Error') warn(line)
      else io.output.write(`${redact(line)}\n`)
    },
    async askText(message, check) {
      const { text } = await import('@clack/prompts')
      return requireAnswer(await text({ message, validate: checked(check), ...streams })) ?? ''
    },
    async askHidden(message, check) {
      const { password } = await import('@clack/prompts')
      const secret =
        requireAnswer(await password({ message, validate: checked(check), ...streams })) ?? ''
      addSecret(secret)
      return secret
    },
    async confirm(message) {
      const { confirm } = await import('@clack/prompts')
      return requireAnswer(await confirm({ message, ...streams }))
    },
  }
}

/** A cancelled prompt ends the command. */
function requireAnswer<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer === 'symbol') throw new CommandError('Cancelled.')
  return answer as Exclude<T, symbol>
}
