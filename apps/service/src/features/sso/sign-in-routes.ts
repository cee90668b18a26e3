import { z } from 'zod'
import type { Deps } from '../../deps.js'
import { NotFoundError, RateLimitedError } from '../../errors.js'
import { redirectTo } from '../../http/redirect.js'
import type { RequestInfo } from '../../http/request-info.js'
import { openRoute, type Route } from '../../http/route.js'
import { plainText } from '../projects/fields.js'
import { clearedAttemptCookie, readAttempt } from './attempt.js'
import { beginSignIn } from './begin-sign-in.js'
import { withErrorPage } from './error-page.js'
import { finishSignIn } from './finish-sign-in.js'
import { returnTo } from './return-to.js'
import { readConnection } from './sso-connection.js'

const tag = 'Single sign-on'

/** The start and the callback of a sign-in through an identity provider. */
export const ssoSignInRoutes: readonly Route[] = [
  openRoute(
    {
      method: 'get',
      path: '/sso/{projectName}/sign-in',
      tag,
      summary: 'Start a sign-in through the identity provider of a project',
      description: 'Redirects to the provider. Browsers get errors as a web page.',
      params: z.object({ projectName: plainText(100) }),
      query: z.object({ returnTo }),
      status: 302,
      errors: {
        identity_provider_failed:
          'The identity provider is unavailable, or its response is invalid.',
      },
    },
    call =>
      withErrorPage(call, async () => {
        const { deps, request, params, query } = call
        await countAttempt(deps, request)
        const connection = await readConnection(deps.store.db, { name: params.projectName })
        if (!connection) {
          throw new NotFoundError('There is no such project, or it has no single sign-on.')
        }
        const { location, cookie } = await beginSignIn(deps, request, connection, query.returnTo)
        call.headers['Set-Cookie'] = cookie
        return redirectTo(location)
      }),
  ),
  openRoute(
    {
      method: 'get',
      path: '/sso/callback',
      tag,
      summary: 'Finish a sign-in: the redirect URI of identity providers',
      description:
        'Redirects to the page for which the sign-in was started. Browsers get errors as a web page.',
      query: z.looseObject({ code: z.string().optional(), state: z.string().optional() }),
      status: 302,
      errors: {
        sso_attempt_unknown: 'The sign-in was started in another browser.',
        sso_attempt_expired: 'The sign-in took longer than ten minutes.',
        sso_code_refused: 'The provider does not accept the code, or no longer does.',
        sso_refused: 'The provider did not sign the person in.',
        sso_email_missing: 'The provider did not send the e-mail address.',
        sso_email_unverified: 'The provider has not verified the e-mail address.',
        sso_domain_not_allowed: 'The project does not allow the domain of the e-mail address.',
        sso_not_a_member: 'The person is neither a member of the project nor invited.',
        identity_provider_failed:
          'The identity provider is unavailable, or its response is invalid.',
      },
    },
    call =>
      withErrorPage(call, async () => {
        const { deps, request, query } = call
        await countAttempt(deps, request)
        const attempt = readAttempt(deps, request, query.state)
        call.headers['Set-Cookie'] = clearedAttemptCookie(deps)
        const session = await finishSignIn(deps, request, attempt)
        call.headers['Set-Cookie'] = [clearedAttemptCookie(deps), session]
        return redirectTo(attempt.returnTo)
      }),
  ),
]

async function countAttempt({ limits }: Deps, request: RequestInfo): Promise<void> {
  const { isAllowed, resetMs } = await limits.hit('ssoStart', request.address)
  if (!isAllowed) throw new RateLimitedError(Math.max(1, Math.ceil(resetMs / 1000)))
}
