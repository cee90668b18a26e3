import { sql } from 'kysely'
import type { Deps } from '../../deps.js'
import { UnauthorizedError } from '../../errors.js'
import type { RequestInfo } from '../../http/request-info.js'
import { type Account, toAccount } from '../me/account.js'
import { readFactorKinds } from '../two-factors/two-factors.js'
import { browserCookie } from './known-browser.js'
import { type OpenedSession, openSession } from './open-session.js'
import { checkPassword } from './password-queue.js'
import { beginSecondStep, markPassword, type SecondStep } from './second-step.js'
import { countAttempt } from './sign-in-limits.js'

export interface SignedIn {
  readonly user: Account
  readonly csrfToken: string
  /** The values of `Set-Cookie` headers. */
  readonly cookies: string[]
}

/** The person is signed in, or has to prove a second factor first. */
export type SignInResult =
  | { readonly signedIn: SignedIn; readonly secondStep?: undefined }
  | { readonly secondStep: SecondStep; readonly signedIn?: undefined }

/**
 * Checks the password of a person and signs them in, unless they have a second factor. The response is the same for a
 * wrong password and an unknown account.
 */
export async function signIn(
  deps: Deps,
  request: RequestInfo,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SignInResult> {
  const attempt = await countAttempt(deps, request, email)
  const user = await findUser(deps, { email })
  const isRight = await checkPassword(password, user?.password_hash ?? null)
  const result = isRight && user && (await openChecked(deps, request, user))
  if (!result) {
    await attempt.failed()
    throw new UnauthorizedError('The e-mail address or the password is wrong.')
  }
  await attempt.succeeded()
  return result
}

/** What a browser gets that a person has signed in with. */
export const describeSignIn = (
  { secrets, config }: Deps,
  user: SigningIn,
  session: OpenedSession,
): SignedIn => ({
  user: toAccount({
    ...user,
    firstName: user.first_name,
    lastName: user.last_name,
    isOwner: user.is_owner,
    isUnverified: user.unverified_in_project_id !== null,
  }),
  csrfToken: session.csrfToken,
  cookies: [session.cookie, browserCookie(secrets, user.email, config)],
})

/** A person who is signing in. */
export type SigningIn = NonNullable<Awaited<ReturnType<typeof findUser>>>

/** Finds an account that may sign in. */
export function findUser(
  { store }: Pick<Deps, 'store'>,
  search: { readonly email: string } | { readonly id: number },
) {
  const all = store.db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'first_name', 'last_name', 'is_owner', 'password_hash'])
    .select('unverified_in_project_id')
    .where('disabled_at', 'is', null)
  return (
    'id' in search
      ? all.where('id', '=', search.id)
      : all.where(sql`lower(email)`, '=', search.email.toLowerCase())
  ).executeTakeFirst()
}

/**
 * Opens the session only if the password was not changed while it was being checked. The lock makes a second factor that is
 * set up at the same time wait.
 */
async function openChecked(
  deps: Deps,
  request: RequestInfo,
  user: SigningIn,
): Promise<SignInResult | undefined> {
  const opened = await deps.store.db.transaction().execute(async transaction => {
    const unchanged = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('disabled_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (!unchanged) return undefined
    const kinds = await readFactorKinds(transaction, user.id)
    if (kinds.hasTotp || kinds.hasPasskeys) return kinds
    const { config } = deps
    return openSession(transaction, { userId: user.id, method: 'password', request, config })
  })
  if (opened === undefined) return undefined
  if ('cookie' in opened) return { signedIn: describeSignIn(deps, user, opened) }
  const { id: userId, email } = user
  const first = { userId, email, passwordMark: markPassword(deps, user) }
  return { secondStep: await beginSecondStep(deps, request, first, opened) }
}
