import type { CommandIo } from '@service/service/cli'
import type { Command } from 'commander'
import { readNames } from '../open/command.js'

/** Adds `eject` to the program. */
export function addEject(program: Command, io: CommandIo): void {
  program
    .command('eject')
    .description('write the Express application that does what open does, to continue in code')
    .argument('<address...>', 'the same addresses as for open')
    .option('--out <folder>', 'a new or empty folder for the application', 'backoffice')
    .option('--write', 'allow changes and actions')
    .option('--customize <file>', 'the file that open used; it becomes part of the application')
    .option('--schema <names>', 'schemas to read tables from, separated by commas', readNames)
    .option('--data <folder>', 'the data folder that open used')
    .option('--email <address>', 'of the administrator, on the first start', 'admin@example.com')
    .action(async (addresses, options) => {
      const { eject } = await import('./eject.js')
      await eject(addresses, options, io)
    })
}
