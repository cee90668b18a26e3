import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { Deps } from '../../deps.js'
import { UnauthorizedError } from '../../errors.js'
import type { RequestInfo } from '../../http/request-info.js'
import type { Database } from '../../store/schema.js'
import { recordSecurityEvent } from '../security-events/security-events.js'
import { type PasskeyAssertion, usePasskey } from '../two-factors/passkeys.js'
import { useRecoveryCode } from '../two-factors/recovery-codes.js'
import { readTicket } from '../two-factors/tickets.js'
import { useTotpCode } from '../two-factors/totp.js'
import { openSession } from './open-session.js'
import { markPassword, ticketExpired } from './second-step.js'
import { describeSignIn, findUser, type SignedIn } from './sign-in.js'
import { countAddressAttempt, countSecondFactor } from './sign-in-limits.js'

/** A second factor: a code of an app, a recovery code, or the use of a passkey. */
export type SecondFactor =
  | { readonly code: string }
  | { readonly passkey: z.output<typeof PasskeyAssertion> }

/** Signs a person in whose password was right, when their second factor is right, too. */
export async function finishSecondStep(
  deps: Deps,
  request: RequestInfo,
  { ticket, ...factor }: { readonly ticket: string } & SecondFactor,
): Promise<SignedIn> {
  const begun = readTicket(deps, 'second step', ticket)
  if (!begun) throw ticketExpired()
  const attempt = await countSecondFactor(deps, request, begun.email)
  const user = await findUser(deps, { id: begun.userId })
  if (!user || markPassword(deps, user) !== begun.passwordMark) throw ticketExpired()
  const session = await deps.store.db.transaction().execute(async transaction => {
    const isRight = await useFactor(transaction, deps, request, begun, factor)
    const session = { userId: user.id, method: 'password', hasTwoFactors: true } as const
    return isRight && openSession(transaction, { ...session, request, config: deps.config })
  })
  if (!session) throw wrongFactor('code' in factor)
  await attempt.succeeded()
  return describeSignIn(deps, user, session)
}

/** A code of six digits is of an app; anything else is tried as a recovery code. */
async function useFactor(
  db: Kysely<Database>,
  deps: Deps,
  request: RequestInfo,
  { userId, challenge }: { readonly userId: number; readonly challenge: string },
  factor: SecondFactor,
): Promise<boolean> {
  if ('passkey' in factor) {
    const { problem } = await usePasskey(db, deps, request, { ...factor, userId, challenge })
    if (problem === 'copied') await recordCopy(db, userId, request)
    return problem === undefined
  }
  const code = factor.code.trim()
  const digits = code.replaceAll(' ', '')
  if (/^\d{6}$/.test(digits)) return useTotpCode(db, deps, userId, digits)
  if (!(await useRecoveryCode(db, deps, userId, code))) return false
  await recordSecurityEvent(db, { userId, kind: 'recovery-code-used', request })
  return true
}

/** Signs a person in by a passkey alone: it proves that they have it, and that they are its owner. */
export async function signInByPasskey(
  deps: Deps,
  request: RequestInfo,
  {
    ticket,
    passkey,
  }: { readonly ticket: string; readonly passkey: z.output<typeof PasskeyAssertion> },
): Promise<SignedIn> {
  const attempt = await countAddressAttempt(deps, request)
  const begun = readTicket(deps, 'passkey sign-in', ticket)
  if (!begun) throw ticketExpired()
  const opened = await deps.store.db.transaction().execute(async transaction => {
    const { challenge } = begun
    const { userId, problem } = await usePasskey(transaction, deps, request, { challenge, passkey })
    if (userId === undefined) return undefined
    if (problem === 'copied') await recordCopy(transaction, userId, request)
    if (problem !== undefined) return undefined
    const user = await findUser({ store: { ...deps.store, db: transaction } }, { id: userId })
    const session = { userId, method: 'passkey', hasTwoFactors: true } as const
    const { config } = deps
    return user && { user, ...(await openSession(transaction, { ...session, request, config })) }
  })
  if (opened) return describeSignIn(deps, opened.user, opened)
  await attempt.failed()
  throw wrongFactor(false)
}

const recordCopy = (db: Kysely<Database>, userId: number, request: RequestInfo) =>
  recordSecurityEvent(db, { userId, kind: 'passkey-refused', request })

const wrongFactor = (isCode: boolean) =>
  new UnauthorizedError(
    isCode
      ? 'The code is wrong, or was used already.'
      : 'The passkey is unknown here, or could not be checked.',
    'wrong_second_factor',
  )
