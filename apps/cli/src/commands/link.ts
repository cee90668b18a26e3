import type { CommandIo } from '@service/service/cli'
import type { Command } from 'commander'
import { jsonOption } from '../json-option.js'

export function addLink(program: Command, io: CommandIo): void {
  program
    .command('link')
    .description('print a link that signs an account in, once within ten minutes')
    .argument('<email>', 'the e-mail address of the account; give the link to its owner')
    .option('--reset-password', 'the link sets a new password and signs nobody in')
    .option(...jsonOption)
    .action(async (email, options) => {
      const { userLink } = await import('@service/service/cli')
      await userLink(email, options, io)
    })
}
