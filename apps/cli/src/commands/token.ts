import { tokenScopes } from '@service/service/choices'
import type { CommandIo } from '@service/service/cli'
import type { Command } from 'commander'
import { jsonOption } from '../json-option.js'

export function addToken(program: Command, io: CommandIo): void {
  const token = program.command('token').description('tokens of the public API')
  token
    .command('create')
    .description('create a token and print it once')
    .requiredOption('--project <name>', 'the project it gives access to')
    .requiredOption('--email <address>', 'an Admin of the project, who owns the token')
    .requiredOption('--name <text>', 'what it is for')
    .requiredOption('--scopes <list>', `separated by commas: ${tokenScopes.join(', ')}`)
    .option('--expires <instant>', 'when it expires, e.g. 2027-01-01T00:00:00Z')
    .option(...jsonOption)
    .action(async options => {
      const { tokenCreate } = await import('@service/service/cli')
      await tokenCreate(options, io)
    })
}
