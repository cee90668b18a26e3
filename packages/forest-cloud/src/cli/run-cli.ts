import { misspeltVariables } from '@service/protocol'
import { Command, CommanderError } from 'commander'
import { CommandError } from '../errors.js'
import { readVersion } from '../project/package-folder.js'
import { applyEnvFile } from '../settings/env-file.js'
import { bootstrap } from './bootstrap.js'
import { type CommandIo, processIo } from './command-io.js'
import { login } from './login.js'
import { openSession, type Session } from './session.js'
import { createTerminal, type Terminal } from './terminal.js'
import { updateTypings } from './update-typings.js'

const FAILED = 1
const WRONG_USAGE = 2

/** Runs one command line and returns its exit code: 0 success, 1 failure, 2 usage error. */
export async function runCli(args: readonly string[], io: CommandIo = processIo): Promise<number> {
  const terminal = createTerminal(io)
  try {
    await createProgram(io, terminal).parseAsync([...args])
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE
    terminal.fail(describe(error, io))
    return error instanceof CommandError ? error.exitCode : FAILED
  }
}

/** Includes the stack trace only when it is requested. */
function describe(error: unknown, { environment }: CommandIo): string {
  if (!(error instanceof Error)) return String(error)
  const isDebugging = environment.LOG_LEVEL?.toLowerCase() === 'debug'
  return isDebugging && error.stack ? error.stack : error.message
}

function createProgram(io: CommandIo, terminal: Terminal): Command {
  const program = new Command('forest-cloud')
    .description('Customizations of a back office, in a project of their own.')
    .version(readVersion(), '-v, --version')
    .exitOverride()
    .configureOutput({
      writeOut: text => io.output.write(terminal.redact(text)),
      writeErr: text => io.errors.write(terminal.redact(text)),
    })
  const command = (name: string, description: string) =>
    program.command(name).description(description).copyInheritedSettings(program)
  const inSession =
    <O>(run: (session: Session, options: O) => Promise<unknown>) =>
    async (options: O & { readonly serverUrl?: string }) => {
      await applyEnvFile(io.folder, io.environment)
      const [misspelt] = misspeltVariables(io.environment)
      if (misspelt !== undefined) throw new CommandError(misspelt)
      await run(openSession(io, terminal, options), options)
    }
  const server = ['--server-url <url>', 'the service; else SERVICE_SERVER_URL'] as const

  command('bootstrap', 'make the project cloud-customizer for an environment')
    .option('--env-secret <secret>', 'of the environment; else SERVICE_ENV_SECRET')
    .option(...server)
    .option('--database-url <url...>', 'databases whose structure the typings describe')
    .option('--yes', 'ask nothing')
    .action(inSession(bootstrap))

  command('update-typings', 'write typings.d.ts from the databases and the built code').action(
    inSession(updateTypings),
  )

  command('login', 'get a new token, and revoke the one before')
    .option(...server)
    .option('--email <address>', 'with which you sign in')
    .option('--token-stdin', 'read a personal token from standard input')
    .action(inSession(login))
  return program
}
