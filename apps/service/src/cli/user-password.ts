import { NotFoundError } from '../errors.js'
import { checkNewPassword } from '../features/me/password-rules.js'
import { setPassword } from '../features/me/set-password.js'
import { findUser } from '../features/people/create-user.js'
import { hashPassword } from '../secrets/password.js'
import { migrate } from '../store/migrate.js'
import type { CommandIo } from './command-io.js'
import { printResult, type ResultOptions } from './print-result.js'
import { readPassword } from './read-password.js'
import { withStore } from './with-store.js'

/** The options of `backoffice user password`. */
export interface UserPasswordOptions extends ResultOptions {
  readonly email: string
  readonly passwordStdin?: boolean
}

/**
 * Sets a new password on behalf of the owner of the e-mail address. This ends all sessions, tokens and grants
 * of the account and marks its e-mail address as verified, so other projects can add it.
 */
export async function userPassword(
  { email, passwordStdin, ...options }: UserPasswordOptions,
  io: CommandIo,
): Promise<void> {
  await withStore(io, async store => {
    await migrate(store)
    const user = await findUser(store.db, email)
    if (!user) throw new NotFoundError(`There is no account of ${email}.`)
    const { password, isMade } = await readPassword(io, passwordStdin ?? false)
    checkNewPassword(password, user.email, 'password')
    const hash = await hashPassword(password)
    await store.db
      .transaction()
      .execute(transaction =>
        setPassword(transaction, user, hash, { actor: { initiator: 'service' } }),
      )
    const made = isMade ? password : undefined
    printResult(io, options, { email: user.email, password: made }, [
      `The account ${user.email} has a new password; its sessions, tokens and grants have ended.`,
      ...(made ? [`Password, shown only now: ${made}`] : []),
    ])
  })
}
