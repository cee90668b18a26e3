import type { CommandIo } from '@service/service/cli'
import type { Command } from 'commander'

export function addMigrate(program: Command, io: CommandIo): void {
  program
    .command('migrate')
    .description('run pending migrations')
    .action(async () => {
      const { migrateStore } = await import('@service/service/cli')
      await migrateStore(io)
    })
}
