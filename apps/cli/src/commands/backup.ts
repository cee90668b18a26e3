import type { CommandIo } from '@service/service/cli'
import type { Command } from 'commander'

export function addBackup(program: Command, io: CommandIo): void {
  program
    .command('backup')
    .description('write the whole store to a new file')
    .argument('<file>')
    .action(async file => {
      const { backup } = await import('@service/service/cli')
      await backup(file, io)
    })
}
