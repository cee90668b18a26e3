import { isServiceError } from '@service/base'
import type { CommandIo } from '@service/service/cli'
import { CommanderError } from 'commander'
import { createProgram } from './create-program.js'
import { processIo } from './process-io.js'

const FAILED = 1
const WRONG_USAGE = 2

/**
 * Runs one command line and returns its exit code: 0 on success, 1 when the command failed, 2 when it was
 * used wrongly. With `--json` an error is one JSON document on the error stream.
 *
 * @example
 * process.exitCode = await runCli(process.argv)
 */
export async function runCli(args: readonly string[], io: CommandIo = processIo): Promise<number> {
  const isJson = hasJsonOption(args)
  try {
    await createProgram(io, isJson).parseAsync([...args])
    return 0
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0
      if (isJson) writeError(io, 'wrong_usage', error.message.replace(/^error: /, ''))
      return WRONG_USAGE
    }
    if (isJson) writeError(io, readCode(error), describe(error, io))
    else io.errors.write(`backoffice: ${describe(error, io)}\n`)
    return FAILED
  }
}

/** Looked for before the command line is parsed, since parsing it may fail. What follows `--` is no option. */
function hasJsonOption(args: readonly string[]): boolean {
  const end = args.indexOf('--')
  return args.slice(0, end < 0 ? undefined : end).includes('--json')
}

function writeError({ errors }: CommandIo, code: string, message: string): void {
  errors.write(`${JSON.stringify({ error: { code, message } })}\n`)
}

/** The stable code of an error of ours, or that of the system, such as `ENOENT`. */
function readCode(error: unknown): string {
  if (isServiceError(error)) return error.code
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'failed'
}

/** Includes the stack trace only when the environment enables it. */
function describe(error: unknown, { environment }: CommandIo): string {
  if (!(error instanceof Error)) return String(error)
  const isDebugging = ['debug', 'trace'].includes(environment.SERVICE_LOG_LEVEL ?? '')
  return isDebugging && error.stack ? error.stack : error.message
}
