import type { Config } from '../config.js'
import { NotFoundError } from '../errors.js'
import {
  createLinkAsOperator,
  formatResetPath,
} from '../features/forgotten-password/reset-links.js'
import { findUser } from '../features/people/create-user.js'
import { createWelcomeLink } from '../features/welcome/welcome-links.js'
import { migrate } from '../store/migrate.js'
import type { CommandIo } from './command-io.js'
import { withStore } from './with-store.js'

export interface UserLinkOptions {
  /** The link sets a new password instead of signing in. */
  readonly resetPassword?: boolean
}

/**
 * Prints a link that signs the account of an e-mail address in, or sets a new password, once within ten
 * minutes.
 */
export async function userLink(
  email: string,
  { resetPassword = false }: UserLinkOptions,
  io: CommandIo,
): Promise<void> {
  await withStore(io, async (store, config) => {
    await migrate(store)
    const user = await findUser(store.db, email)
    if (!user) throw new NotFoundError(`There is no account of ${email}.`)
    const base = (config.publicUrl ?? formatLocalUrl(config)).replace(/\/$/, '')
    const link = await store.db.transaction().execute(async transaction => {
      if (!resetPassword) return createWelcomeLink(transaction, user, base)
      return base + formatResetPath((await createLinkAsOperator(transaction, user)).token)
    })
    const effect = resetPassword ? 'Sets a new password of' : 'Signs in'
    io.errors.write(`${effect} ${user.email}, once within ten minutes:\n`)
    io.output.write(`${link}\n`)
  })
}

/** The URL of the service on this machine. A wildcard address is not one that browsers can open. */
function formatLocalUrl({ host, port }: Config): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}
