import { type Logger, type LogLevel, logLevels } from '@service/base'
import { CommandError, describeError } from '../errors.js'
import type { CommandIo } from './command-io.js'
import { type Concealer, createConcealer } from './conceal.js'

/** How a command talks: with a terminal nicely, with a pipe in plain lines, and never of secrets. */
export interface Terminal extends Concealer {
  /** Whether somebody is there to answer. */
  readonly isInteractive: boolean
  /** What is being done, or was. */
  step(text: string): Promise<void>
  warn(text: string): void
  /** A line about what made the command fail. */
  fail(text: string): void
  /** Lines of a library: warnings and errors, and what `lowest` lets through besides. */
  logger(lowest: LogLevel): Logger
  askText(message: string, check?: Check): Promise<string>
  /** What is typed is not shown, and is kept secret from then on. */
  askHidden(message: string, check?: Check): Promise<string>
  confirm(message: string): Promise<boolean>
}

/** What is wrong with an answer; undefined when nothing is. */
type Check = (value: string) => string | undefined

export function createTerminal(io: CommandIo): Terminal {
  const { keep, conceal } = createConcealer()
  const isInteractive = io.input.isTTY === true && io.output.isTTY === true
  const streams = { input: io.input, output: io.output }
  const warn = (text: string) => void io.errors.write(`Warning: ${conceal(text)}\n`)
  const checked = (check?: Check) => check && ((value: string | undefined) => check(value ?? ''))
  return {
    keep,
    conceal,
    isInteractive,
    warn,
    async step(text) {
      const shown = conceal(text)
      if (!isInteractive) return void io.output.write(`${shown}\n`)
      const { log } = await import('@clack/prompts')
      log.step(shown, { output: io.output })
    },
    fail(text) {
      io.errors.write(`forest-cloud: ${conceal(text)}\n`)
    },
    logger: lowest => (level, message, error) => {
      if (logLevels.indexOf(level) < logLevels.indexOf(lowest)) return
      const line = error === undefined ? message : `${message}: ${describeError(error)}`
      if (level === 'Warn' || level === 'Error') warn(line)
      else io.output.write(`${conceal(line)}\n`)
    },
    async askText(message, check) {
      const { text } = await import('@clack/prompts')
      return answered(await text({ message, validate: checked(check), ...streams })) ?? ''
    },
    async askHidden(message, check) {
      const { password } = await import('@clack/prompts')
      const secret =
        answered(await password({ message, validate: checked(check), ...streams })) ?? ''
      keep(secret)
      return secret
    },
    async confirm(message) {
      const { confirm } = await import('@clack/prompts')
      return answered(await confirm({ message, ...streams }))
    },
  }
}

/** A question that was cancelled ends the command. */
function answered<T>(answer: T): Exclude<T, symbol> {
  if (typeof answer === 'symbol') throw new CommandError('Cancelled.')
  return answer as Exclude<T, symbol>
}
