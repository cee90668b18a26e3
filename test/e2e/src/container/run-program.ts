import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const MOST_OUTPUT = 64 * 1024 * 1024

/** Runs a program to its end and returns what it printed; the error of one that fails has all its output. */
export async function runProgram(
  command: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  try {
    const { stdout } = await execute(command, [...args], { ...options, maxBuffer: MOST_OUTPUT })
    return stdout.trim()
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Record<string, string>
    throw new Error(`${command} ${args.slice(0, 3).join(' ')}… failed.\n${stdout}${stderr}`, {
      cause: message,
    })
  }
}
