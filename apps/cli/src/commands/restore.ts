import type { CommandIo } from '@service/service/cli'
import type { Command } from 'commander'
import { jsonOption } from '../json-option.js'

export function addRestore(program: Command, io: CommandIo): void {
  program
    .command('restore')
    .description('restore a backup into an empty store, in one transaction')
    .argument('<file>', 'that backup has written')
    .option('--force', 'replace the content of a store that is not empty')
    .option(...jsonOption)
    .action(async (file, options) => {
      const { restore } = await import('@service/service/cli')
      await restore(file, options, io)
    })
}
