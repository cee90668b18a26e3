import type { Deps } from '../../deps.js'
import { UnauthorizedError } from '../../errors.js'
import type { RequestInfo } from '../../http/request-info.js'
import type { Instant } from '../../store/instant.js'
import { startAuthentication } from '../two-factors/passkeys.js'
import { makeTicket, readTicket } from '../two-factors/tickets.js'
import { type FactorKinds, readFactorKinds } from '../two-factors/two-factors.js'

export const secondStepMethods = ['code', 'passkey', 'recovery-code'] as const

/** What a person who gave their password does next. */
export interface SecondStep {
  /** Sent with the second factor. */
  readonly ticket: string
  readonly expiresAt: Instant
  readonly methods: (typeof secondStepMethods)[number][]
  /** For `navigator.credentials.get`; null without passkeys. */
  readonly passkeyOptions: Record<string, unknown> | null
}

/** Somebody whose first factor was right. */
interface FirstFactor {
  readonly userId: number
  readonly email: string
  readonly passwordMark: string
}

/** Asks for a second factor. Nothing is stored: what the step needs is encrypted in its ticket. */
export async function beginSecondStep(
  deps: Deps,
  request: RequestInfo,
  { userId, email, passwordMark }: FirstFactor,
  { hasTotp, hasPasskeys }: FactorKinds,
): Promise<SecondStep> {
  const options = await startAuthentication(deps, request, userId)
  const { challenge } = options
  const isPossible = { code: hasTotp, passkey: hasPasskeys, 'recovery-code': true }
  return {
    ...makeTicket(deps, 'second step', { userId, email, passwordMark, challenge }),
    methods: secondStepMethods.filter(method => isPossible[method]),
    passkeyOptions: hasPasskeys ? { ...options } : null,
  }
}

/** Asks again after a wrong factor, with a new challenge for passkeys. */
export async function repeatSecondStep(
  deps: Deps,
  request: RequestInfo,
  ticket: string,
): Promise<SecondStep> {
  const begun = readTicket(deps, 'second step', ticket)
  if (!begun) throw ticketExpired()
  const kinds = await readFactorKinds(deps.store.db, begun.userId)
  return beginSecondStep(deps, request, begun, kinds)
}

/** Changes with the password, so that a change of it ends the sign-ins that have begun. */
export const markPassword = (
  { secrets }: Pick<Deps, 'secrets'>,
  user: { readonly id: number; readonly password_hash: string | null },
): string => secrets.mark('password of a second step', `${user.id}:${user.password_hash ?? ''}`)

export const ticketExpired = (): UnauthorizedError =>
  new UnauthorizedError(
    'The sign-in took too long, or the password was changed meanwhile. Begin again.',
    'sign_in_expired',
  )
