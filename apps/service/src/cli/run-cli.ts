import { Command, CommanderError, Option } from 'commander'
import { tokenScopes } from '../http/access/token-scopes.js'
import { version } from '../operations/version.js'
import { permissionLevels } from '../store/schema.js'
import { backup } from './backup.js'
import { type CommandIo, processIo } from './command-io.js'
import { keysRotate } from './keys-rotate.js'
import { migrateStore } from './migrate.js'
import { restore } from './restore.js'
import { tokenCreate } from './token-create.js'
import { up } from './up.js'
import { userCreate } from './user-create.js'
import { setUserDisabled } from './user-disable.js'
import { userLink } from './user-link.js'
import { userPassword } from './user-password.js'
import { userRemoveFactors } from './user-remove-factors.js'
import { verify } from './verify.js'

const FAILED = 1
const WRONG_USAGE = 2

/**
 * Runs one command line and returns its exit code: 0 on success, 1 when the command failed, 2 when it was
 * used wrongly.
 *
 * @example
 * process.exitCode = await runCli(process.argv)
 */
export async function runCli(args: readonly string[], io: CommandIo = processIo): Promise<number> {
  try {
    await createProgram(io).parseAsync([...args])
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE
    io.errors.write(`service: ${describe(error, io)}\n`)
    return FAILED
  }
}

/** Includes the stack trace only when the environment enables it. */
function describe(error: unknown, { environment }: CommandIo): string {
  if (!(error instanceof Error)) return String(error)
  const isDebugging = ['debug', 'trace'].includes(environment.SERVICE_LOG_LEVEL ?? '')
  return isDebugging && error.stack ? error.stack : error.message
}

function createProgram(io: CommandIo): Command {
  const program = new Command('service')
    .description('The back office service. Its settings are environment variables.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: text => io.output.write(text),
      writeErr: text => io.errors.write(text),
    })
  const command = (name: string, description: string, parent = program) =>
    parent.command(name).description(description).copyInheritedSettings(parent)

  command('up', 'run pending migrations and start the service')
    .addOption(new Option('--demo', 'with a demo project').hideHelp())
    .action(options => up(options, io))

  command('migrate', 'run pending migrations').action(() => migrateStore(io))

  const token = command('token', 'tokens of the public API')
  command('create', 'create a token and print it once', token)
    .requiredOption('--project <name>', 'the project it gives access to')
    .requiredOption('--email <address>', 'an Admin of the project, who owns the token')
    .requiredOption('--name <text>', 'what it is for')
    .requiredOption('--scopes <list>', `separated by commas: ${tokenScopes.join(', ')}`)
    .option('--expires <instant>', 'when it expires, e.g. 2027-01-01T00:00:00Z')
    .action(options => tokenCreate(options, io))

  const user = command('user', 'people')
  command('create', 'create an account and, with --project, add it as a member', user)
    .requiredOption('--email <address>', 'the e-mail address for signing in')
    .option('--owner', 'may create projects')
    .option('--password-stdin', 'read the password from standard input')
    .option('--project <name>', 'the project to become a member of')
    .option('--level <level>', `permission level: ${permissionLevels.join(', ')}`)
    .option('--role <name>', 'a role of the project')
    .option('--team <name>', 'a team of the project')
    .action(options => userCreate(options, io))
  command(
    'password',
    'set a new password, and end all sessions, tokens and grants of the account',
    user,
  )
    .requiredOption(
      '--email <address>',
      'the e-mail address of the account; give the password to its owner',
    )
    .option('--password-stdin', 'read the password from standard input')
    .action(options => userPassword(options, io))
  command('link', 'print a link that signs an account in, once within ten minutes', user)
    .argument('<email>', 'the e-mail address of the account; give the link to its owner')
    .option('--reset-password', 'the link sets a new password and signs nobody in')
    .action((email, options) => userLink(email, options, io))
  command(
    'remove-factors',
    'remove the second factors of an account whose owner lost them; the password remains',
    user,
  )
    .argument('<email>', 'the e-mail address of the account; make sure that its owner asks for it')
    .action(email => userRemoveFactors(email, io))
  command(
    'disable',
    'disable an account in every project, and reject its sessions and tokens',
    user,
  )
    .requiredOption('--email <address>', 'of the account')
    .action(options => setUserDisabled(options, true, io))
  command('enable', 'enable an account again', user)
    .requiredOption('--email <address>', 'of the account')
    .action(options => setUserDisabled(options, false, io))

  const keys = command('keys', 'signing keys of the service')
  command('rotate', 'replace the keys; tokens they signed stay valid until they expire', keys)
    .option('--new-secret', 'also replace keys encrypted with a SERVICE_SECRET that is lost')
    .action(options => keysRotate(options, io))

  command('verify', 'verify that no log entry was changed, added or removed')
    .option('--archives <folder>', 'also read the archived entries in this folder')
    .option(
      '--expect <anchor...>',
      'KIND:OWNER:SEQ:HASH of an earlier report, which must still match',
    )
    .option('--json', 'report as JSON')
    .action(options => verify(options, io))

  command('backup', 'write the whole store to a new file')
    .argument('<file>')
    .action(file => backup(file, io))

  command('restore', 'restore a backup into an empty store, in one transaction')
    .argument('<file>')
    .option('--force', 'replace the content of a store that is not empty')
    .action((file, options) => restore(file, options, io))
  return program
}
