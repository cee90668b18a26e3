import { NotFoundError } from '../errors.js'
import {
  createLinkAsOperator,
  formatResetPath,
} from '../features/forgotten-password/reset-links.js'
import { findUser } from '../features/people/create-user.js'
import { createWelcomeLink } from '../features/welcome/welcome-links.js'
import { migrate } from '../store/migrate.js'
import type { CommandIo } from './command-io.js'
import { formatLocalUrl } from './local-url.js'
import { printResult, type ResultOptions } from './print-result.js'
import { withStore } from './with-store.js'

export interface UserLinkOptions extends ResultOptions {
  /** The link sets a new password instead of signing in. */
  readonly resetPassword?: boolean
}

/**
 * Prints a link that signs the account of an e-mail address in, or sets a new password, once within ten
 * minutes.
 */
export async function userLink(
  email: string,
  { resetPassword = false, ...options }: UserLinkOptions,
  io: CommandIo,
): Promise<void> {
  await withStore(io, async (store, config) => {
    await migrate(store)
    const user = await findUser(store.db, email)
    if (!user) throw new NotFoundError(`There is no account of ${email}.`)
    const base = (config.publicUrl ?? formatLocalUrl(config)).replace(/\/$/, '')
    const url = await store.db.transaction().execute(async transaction => {
      if (!resetPassword) return createWelcomeLink(transaction, user, base)
      return base + formatResetPath((await createLinkAsOperator(transaction, user)).token)
    })
    const effect = resetPassword ? 'Sets a new password of' : 'Signs in'
    if (!options.json) io.errors.write(`${effect} ${user.email}, once within ten minutes:\n`)
    printResult(io, options, { email: user.email, url }, [url])
  })
}
