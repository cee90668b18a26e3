import type { CommandIo } from '@service/service/cli'
import { type Command, Option } from 'commander'

export function addUp(program: Command, io: CommandIo): void {
  program
    .command('up')
    .description('run pending migrations and start the service')
    .addOption(new Option('--demo', 'with a demo project').hideHelp())
    .action(async options => {
      const { up } = await import('@service/service/cli')
      await up(options, io)
    })
}
