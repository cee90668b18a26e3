import type { CommandIo } from '@service/service/cli'
import type { Command } from 'commander'
import { jsonOption } from '../json-option.js'

export function addVerify(program: Command, io: CommandIo): void {
  program
    .command('verify')
    .description('verify that no log entry was changed, added or removed')
    .option('--archives <folder>', 'also read the archived entries in this folder')
    .option(
      '--expect <anchor...>',
      'KIND:OWNER:SEQ:HASH of an earlier report, which must still match',
    )
    .option(...jsonOption)
    .action(async options => {
      const { verify } = await import('@service/service/cli')
      await verify(options, io)
    })
}
