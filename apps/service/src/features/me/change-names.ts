import type { Deps } from '../../deps.js'
import { ForbiddenError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import { isBoundToProject } from '../../http/access/check-sso.js'
import { type Account, toAccount } from './account.js'

export interface Names {
  readonly firstName?: string
  readonly lastName?: string
  readonly username?: string
}

/** Changes the names of a person. Absent names stay. */
export async function changeNames({ store }: Deps, person: Person, names: Names): Promise<Account> {
  const after = toAccount({
    ...person,
    firstName: names.firstName ?? person.firstName,
    lastName: names.lastName ?? person.lastName,
    username: names.username ?? person.username,
  })
  const changed = await store.db
    .updateTable('users')
    .set({ first_name: after.firstName, last_name: after.lastName, username: after.username })
    .where('id', '=', person.id)
    // All projects see the names, so a person whose sign-in is limited to one project's identity provider
    // cannot change those of an account with a password.
    .$if(isBoundToProject(person), query => query.where('password_hash', 'is', null))
    .returning('id')
    .executeTakeFirst()
  if (changed) return after
  throw new ForbiddenError(
    'Sign in with your password to change your names.',
    'password_session_required',
  )
}
