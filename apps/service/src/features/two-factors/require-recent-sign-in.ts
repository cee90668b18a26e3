import { type Kysely, sql, type Transaction } from 'kysely'
import type { Deps } from '../../deps.js'
import { ForbiddenError } from '../../errors.js'
import type { Credential, Person } from '../../http/access/callers.js'
import { isBoundToProject } from '../../http/access/check-sso.js'
import type { Database } from '../../store/schema.js'
import { checkPassword } from '../sessions/password-queue.js'
import { countGuess } from '../sessions/sign-in-limits.js'
import { hasSecondFactor } from './two-factors.js'

const MINUTES = 10

type SessionCredential = Extract<Credential, { kind: 'session' }>

/**
 * Rejects a change of second factors unless the person signed in, or gave their password again, in the last ten minutes.
 * Where there is a second factor already, the session must have proved it. Returns the session. The lock on the person
 * makes changes wait for each other.
 */
export async function requireRecentSignIn(
  transaction: Transaction<Database>,
  person: Person,
): Promise<SessionCredential> {
  const credential = requireOwnSession(person)
  await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', person.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const recent = await transaction
    .selectFrom('sessions')
    .select('public_id')
    .where('public_id', '=', credential.publicId)
    .where(
      sql<boolean>`greatest(created_at, confirmed_at) > clock_timestamp() - ${MINUTES} * interval '1 minute'`,
    )
    .executeTakeFirst()
  if (!recent) {
    throw new ForbiddenError(
      'Give your password again (POST /api/me/confirmation), or sign in again.',
      'confirmation_required',
    )
  }
  await requireSecondFactor(transaction, person.id, credential)
  return credential
}

/** A session that lacks the second factor of the account cannot change it. */
async function requireSecondFactor(
  db: Kysely<Database>,
  userId: number,
  { hasTwoFactors }: SessionCredential,
): Promise<void> {
  if (hasTwoFactors || !(await hasSecondFactor(db, userId))) return
  throw new ForbiddenError(
    'This session was opened before your second factor. Sign in again with it.',
    'two_factors_required',
  )
}

/** An identity provider vouches for its own project only, so it cannot change the account. */
export function requireOwnSession(person: Person): SessionCredential {
  const { credential } = person
  if (credential.kind === 'session' && !isBoundToProject(person)) return credential
  throw new ForbiddenError(
    'Sign in with your password to change your second factors.',
    'password_session_required',
  )
}

/** Notes that the person gave their password again in this session. */
export async function confirmPassword(deps: Deps, person: Person, password: string): Promise<void> {
  const { publicId } = requireOwnSession(person)
  const forgetGuesses = await countGuess(deps, person.id)
  const { password_hash: stored } = await deps.store.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  if (!(await checkPassword(password, stored))) {
    throw new ForbiddenError("'password' is not your password.", 'wrong_password')
  }
  await deps.store.db
    .updateTable('sessions')
    .set({ confirmed_at: sql<string>`clock_timestamp()` })
    .where('public_id', '=', publicId)
    .execute()
  await forgetGuesses()
}
