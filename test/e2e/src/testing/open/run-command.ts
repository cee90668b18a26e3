import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { isLongRun } from '@service/test-support'
import { runCli } from '../../../../../apps/cli/src/run-cli.js'
import { runProgram } from '../../open/start-open.js'

/** Runs a command that ends by itself: a process in the long rounds, and otherwise in this one. */
export async function runCommand(
  args: readonly string[],
): Promise<{ readonly code: number | null; readonly printed: string }> {
  if (isLongRun) {
    const { child, printed } = runProgram(args)
    const [code] = await once(child, 'close')
    return { code, printed: printed() }
  }
  const output = new PassThrough()
  const environment = { PATH: process.env.PATH, HOME: process.env.HOME }
  const io = { environment, input: new PassThrough(), output, errors: output }
  const code = await runCli(['node', 'backoffice', ...args], io)
  return { code, printed: String(output.read() ?? '') }
}
