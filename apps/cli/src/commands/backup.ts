import type { CommandIo } from '@service/service/cli'
import type { Command } from 'commander'
import { jsonOption } from '../json-option.js'

export function addBackup(program: Command, io: CommandIo): void {
  program
    .command('backup')
    .description('write the whole store to a new file')
    .argument('<file>', 'where to write it; must not exist')
    .option(...jsonOption)
    .action(async (file, options) => {
      const { backup } = await import('@service/service/cli')
      await backup(file, options, io)
    })
}
