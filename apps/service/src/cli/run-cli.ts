import { Command } from 'commander'
import { up } from './up.js'

/** Runs one command line, e.g. `service up`. */
export async function runCli(args: readonly string[]): Promise<void> {
  const program = new Command('service').description('The back office service').showHelpAfterError()
  program.command('up').description('start the service').action(up)
  try {
    await program.parseAsync([...args])
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
