import { sql } from 'kysely'
import type { Deps } from '../../deps.js'
import { UnauthorizedError } from '../../errors.js'
import type { RequestInfo } from '../../http/request-info.js'
import { type Account, toAccount } from '../me/account.js'
import { browserCookie } from './known-browser.js'
import { openSession } from './open-session.js'
import { checkPassword } from './password-queue.js'
import { countAttempt } from './sign-in-limits.js'

export interface SignedIn {
  readonly user: Account
  readonly csrfToken: string
  /** The values of `Set-Cookie` headers. */
  readonly cookies: string[]
}

/** Signs a person in by password. The response is the same for a wrong password and an unknown account. */
export async function signIn(
  deps: Deps,
  request: RequestInfo,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<SignedIn> {
  const attempt = await countAttempt(deps, request, email)
  const user = await findUser(deps, email)
  const isRight = await checkPassword(password, user?.password_hash ?? null)
  const session = isRight && user && (await openChecked(deps, request, user))
  if (!session) {
    await attempt.failed()
    throw new UnauthorizedError('The e-mail address or the password is wrong.')
  }
  await attempt.succeeded()
  return {
    user: toAccount({
      ...user,
      firstName: user.first_name,
      lastName: user.last_name,
      isOwner: user.is_owner,
      isUnverified: user.unverified_in_project_id !== null,
    }),
    csrfToken: session.csrfToken,
    cookies: [session.cookie, browserCookie(deps.secrets, email, deps.config)],
  }
}

type User = NonNullable<Awaited<ReturnType<typeof findUser>>>

function findUser({ store }: Deps, email: string) {
  return store.db
    .selectFrom('users')
    .select(['id', 'email', 'username', 'first_name', 'last_name', 'is_owner', 'password_hash'])
    .select('unverified_in_project_id')
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Opens the session only if the password was not changed while it was being checked. */
function openChecked({ store, config }: Deps, request: RequestInfo, user: User) {
  return store.db.transaction().execute(async transaction => {
    const unchanged = await transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('disabled_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    return (
      unchanged &&
      openSession(transaction, { userId: user.id, method: 'password', request, config })
    )
  })
}
