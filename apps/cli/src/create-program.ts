import type { CommandIo } from '@service/service/cli'
import { Command } from 'commander'
import { addBackup } from './commands/backup.js'
import { addCompletion } from './commands/completion.js'
import { addDoctor } from './commands/doctor.js'
import { addKeys } from './commands/keys.js'
import { addLink } from './commands/link.js'
import { addMigrate } from './commands/migrate.js'
import { addRestore } from './commands/restore.js'
import { addToken } from './commands/token.js'
import { addUp } from './commands/up.js'
import { addUser } from './commands/user.js'
import { addVerify } from './commands/verify.js'
import { addEject } from './eject/command.js'
import { addOpen } from './open/command.js'
import { version } from './version.js'

/**
 * Every command, in the order of the help. Each loads what it runs only when it runs, so that help and
 * completion need no database driver.
 */
const commands: readonly ((program: Command, io: CommandIo) => void)[] = [
  addOpen,
  addEject,
  addUp,
  addMigrate,
  addUser,
  addToken,
  addLink,
  addKeys,
  addVerify,
  addBackup,
  addRestore,
  addDoctor,
  addCompletion,
]

/** The command line, writing to the given streams. With `isJson` the caller writes the errors of usage. */
export function createProgram(io: CommandIo, isJson = false): Command {
  const program = new Command('backoffice')
    .description('The back office on your own database. Settings are environment variables.')
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: text => io.output.write(text),
      writeErr: text => isJson || io.errors.write(text),
    })
  for (const add of commands) add(program, io)
  return program
}
