import type { CommandIo } from '@service/service/cli'
import { type Command, InvalidArgumentError } from 'commander'

/** Adds `open` to the program. */
export function addOpen(program: Command, io: CommandIo): void {
  program
    .command('open')
    .description('open a back office on databases: no code, and nothing is written into them')
    .argument(
      '<address...>',
      'URLs such as postgres://user@host/database, or paths of SQLite files',
    )
    .option('--write', 'allow changes and actions; without it, everything is read-only')
    .option('--customize <file>', 'a TypeScript or JavaScript file that exports a function')
    .option('--schema <names>', 'schemas to read tables from, separated by commas', readNames)
    .option('--data <folder>', 'where accounts, layouts and logs are kept')
    .option('--port <number>', 'port of the panel', readPort)
    .option('--email <address>', 'of the administrator, on the first start', 'admin@example.com')
    .option('--no-browser', 'do not open the browser')
    .action(async (addresses, options) => {
      const { runUntilSignal } = await import('./run-until-signal.js')
      const { openDatabases } = await import('./open-databases.js')
      await runUntilSignal(openDatabases(addresses, options, io), io)
    })
}

export function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new InvalidArgumentError('A port is a whole number from 1 to 65535.')
}

export function readNames(text: string): readonly string[] {
  const names = text
    .split(',')
    .map(name => name.trim())
    .filter(Boolean)
  if (names.length > 0) return names
  throw new InvalidArgumentError('Names are like: public,sales.')
}
