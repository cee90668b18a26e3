import type { CommandIo } from '@service/service/cli'
import type { Command } from 'commander'
import { jsonOption } from '../json-option.js'

export function addMigrate(program: Command, io: CommandIo): void {
  program
    .command('migrate')
    .description('run pending migrations')
    .option(...jsonOption)
    .action(async options => {
      const { migrateStore } = await import('@service/service/cli')
      await migrateStore(options, io)
    })
}
