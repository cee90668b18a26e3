import type { CommandIo } from '@service/service/cli'
import type { Command } from 'commander'
import { jsonOption } from '../json-option.js'

export function addKeys(program: Command, io: CommandIo): void {
  const keys = program.command('keys').description('signing keys of the service')
  keys
    .command('rotate')
    .description('replace the keys; tokens they signed stay valid until they expire')
    .option('--new-secret', 'also replace keys encrypted with a SERVICE_SECRET that is lost')
    .option(...jsonOption)
    .action(async options => {
      const { keysRotate } = await import('@service/service/cli')
      await keysRotate(options, io)
    })
}
