import { NotFoundError } from '../errors.js'
import { findUser } from '../features/people/create-user.js'
import { setDisabled } from '../features/people/disable-user.js'
import { migrate } from '../store/migrate.js'
import type { CommandIo } from './command-io.js'
import { printResult, type ResultOptions } from './print-result.js'
import { withStore } from './with-store.js'

/** The options of `backoffice user disable` and `backoffice user enable`. */
export interface UserDisableOptions extends ResultOptions {
  readonly email: string
}

/** Disables an account in every project, or enables it again. */
export async function setUserDisabled(
  { email, ...options }: UserDisableOptions,
  isDisabled: boolean,
  io: CommandIo,
): Promise<void> {
  const state = isDisabled ? 'disabled' : 'enabled'
  await withStore(io, async store => {
    await migrate(store)
    const user = await findUser(store.db, email)
    if (!user) throw new NotFoundError(`There is no account of ${email}.`)
    const isChanged = await store.db
      .transaction()
      .execute(transaction => setDisabled(transaction, user, isDisabled))
    printResult(io, options, { email: user.email, isDisabled, isChanged }, [
      `The account ${user.email} is ${isChanged ? 'now' : 'already'} ${state}.`,
    ])
  })
}
