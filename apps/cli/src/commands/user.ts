import { permissionLevels } from '@service/service/choices'
import type { CommandIo } from '@service/service/cli'
import { type Command, Option } from 'commander'
import { jsonOption } from '../json-option.js'

export function addUser(program: Command, io: CommandIo): void {
  const user = program.command('user').description('accounts of people')
  const load = () => import('@service/service/cli')

  user
    .command('create')
    .description('create an account and, with --project, add it as a member')
    .requiredOption('--email <address>', 'the e-mail address for signing in')
    .option('--owner', 'may create projects')
    .option('--password-stdin', 'read the password from standard input')
    .option('--project <name>', 'the project to become a member of')
    .addOption(new Option('--level <level>', 'permission level').choices(permissionLevels))
    .option('--role <name>', 'a role of the project')
    .option('--team <name>', 'a team of the project')
    .option(...jsonOption)
    .action(async options => (await load()).userCreate(options, io))

  user
    .command('password')
    .description('set a new password, and end all sessions, tokens and grants of the account')
    .requiredOption(
      '--email <address>',
      'the e-mail address of the account; give the password to its owner',
    )
    .option('--password-stdin', 'read the password from standard input')
    .option(...jsonOption)
    .action(async options => (await load()).userPassword(options, io))

  user
    .command('remove-factors')
    .description(
      'remove the second factors of an account whose owner lost them; the password remains',
    )
    .argument('<email>', 'the e-mail address of the account; make sure that its owner asks for it')
    .option(...jsonOption)
    .action(async (email, options) => (await load()).userRemoveFactors(email, options, io))

  user
    .command('disable')
    .description('disable an account in every project, and reject its sessions and tokens')
    .requiredOption('--email <address>', 'of the account')
    .option(...jsonOption)
    .action(async options => (await load()).setUserDisabled(options, true, io))

  user
    .command('enable')
    .description('enable an account again')
    .requiredOption('--email <address>', 'of the account')
    .option(...jsonOption)
    .action(async options => (await load()).setUserDisabled(options, false, io))
}
