import { NotFoundError } from '../errors.js'
import { findUser } from '../features/people/create-user.js'
import { removeWithLog } from '../features/two-factors/remove-for-person.js'
import { migrate } from '../store/migrate.js'
import type { CommandIo } from './command-io.js'
import { printResult, type ResultOptions } from './print-result.js'
import { withStore } from './with-store.js'

/** Removes the second factors of an account whose owner lost them; the password remains. */
export async function userRemoveFactors(
  email: string,
  options: ResultOptions,
  io: CommandIo,
): Promise<void> {
  await withStore(io, async store => {
    await migrate(store)
    const user = await findUser(store.db, email)
    if (!user) throw new NotFoundError(`There is no account of ${email}.`)
    await store.db
      .transaction()
      .execute(transaction => removeWithLog(transaction, user, { initiator: 'service' }))
    printResult(io, options, { email: user.email }, [
      `The account ${user.email} has no second factor now. Its password remains.`,
    ])
  })
}
