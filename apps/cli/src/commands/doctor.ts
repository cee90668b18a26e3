import type { CommandIo } from '@service/service/cli'
import type { Command } from 'commander'
import { jsonOption } from '../json-option.js'

export function addDoctor(program: Command, io: CommandIo): void {
  program
    .command('doctor')
    .description('check an installation, and say what is wrong and what to do; changes nothing')
    .option(...jsonOption)
    .action(async options => {
      const { doctor } = await import('@service/service/cli')
      await doctor(options, io)
    })
}
