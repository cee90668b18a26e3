import type { Deps } from '../../deps.js'
import { ForbiddenError } from '../../errors.js'
import type { Person } from '../../http/access/callers.js'
import type { RequestInfo } from '../../http/request-info.js'
import { recordSecurityEvent } from '../security-events/security-events.js'
import { checkPassword, makePasswordHash } from '../sessions/password-queue.js'
import { countGuess } from '../sessions/sign-in-limits.js'
import { endAccess } from './end-access.js'
import { checkNewPassword } from './password-rules.js'

/** A new password, and whether tokens, grants and agent sessions end with the old one. */
export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
  readonly endOtherAccess: boolean
}

/** Sets a new password and ends the other sessions of the person. */
export async function changePassword(
  deps: Deps,
  request: RequestInfo,
  person: Person,
  { currentPassword, newPassword, endOtherAccess }: PasswordChange,
): Promise<void> {
  checkNewPassword(newPassword, person.email, 'newPassword')
  const checked = await checkOwnPassword(deps, person, currentPassword)
  const hashes = { checked, next: await makePasswordHash(newPassword) }
  await store(deps, request, person, hashes, endOtherAccess)
}

/** Checks the password of a signed-in person and returns its hash; throws when it is wrong. */
export async function checkOwnPassword(
  deps: Deps,
  person: Person,
  currentPassword: string,
): Promise<string | null> {
  const forgetGuesses = await countGuess(deps, person.id)
  const stored = await readHash(deps, person.id)
  if (!(await checkPassword(currentPassword, stored))) throw wrongPassword()
  await forgetGuesses()
  return stored
}

async function readHash(deps: Deps, userId: number): Promise<string | null> {
  const { password_hash } = await deps.store.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return password_hash
}

/**
 * Updates only if the hash is still the one that was checked, so of two concurrent changes the first wins.
 */
function store(
  { store }: Deps,
  request: RequestInfo,
  person: Person,
  hashes: { readonly checked: string | null; readonly next: string },
  endOtherAccess: boolean,
) {
  const current = person.credential.kind === 'session' ? person.credential.publicId : ''
  return store.db.transaction().execute(async transaction => {
    const changed = await transaction
      .updateTable('users')
      .set({ password_hash: hashes.next })
      .where('id', '=', person.id)
      .where('password_hash', '=', hashes.checked)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw wrongPassword()
    await transaction
      .deleteFrom('sessions')
      .where('user_id', '=', person.id)
      .where('public_id', '!=', current)
      .execute()
    await recordSecurityEvent(transaction, { userId: person.id, kind: 'password-changed', request })
    if (endOtherAccess) await endAccess(transaction, person)
  })
}

const wrongPassword = () =>
  new ForbiddenError("'currentPassword' is not your password.", 'wrong_password')
