import { formatOAuthError, type Scope } from '@service/authorization'
import { z } from 'zod'
import type { Deps } from '../../deps.js'
import { ForbiddenError, RateLimitedError } from '../../errors.js'
import { checkOrigin } from '../../http/access/check-origin.js'
import { deriveCsrfToken, readSessionCookie } from '../../http/access/find-person.js'
import { lockSession } from '../../http/access/lock-session.js'
import type { RequestInfo } from '../../http/request-info.js'
import type { Call } from '../../http/route.js'
import { type ConsentRequest, withConsentRequest } from './authorize.js'
import { openGrantCodes } from './codes.js'
import { consentPage } from './consent-page.js'
import { GrantParameters, knownParameters } from './grant-request.js'
import { recordOAuthClientUse } from './programs.js'

/** The fields of the form: the request again and the decision, with a field per scope. */
export const Decision = GrantParameters.extend({
  csrfToken: z.string().optional(),
  decision: z.enum(['allow', 'deny']),
  renderingId: z.string().optional(),
})
type Decision = z.output<typeof Decision>

type ConsentCall<Q, B> = Call<unknown, Q, B>

/** Shows the consent page. Consent is requested every time. */
export function requestConsent({
  deps,
  request,
  query,
}: ConsentCall<GrantParameters, unknown>): Promise<Response> {
  return withConsentRequest(deps, request, query, async consentRequest =>
    consentPage(200, { ...consentRequest, hidden: buildHiddenFields(deps, request, query) }),
  )
}

/** Handles the decision and redirects the person to the client with the result. */
export function decide({ deps, request, body }: ConsentCall<unknown, Decision>): Promise<Response> {
  checkOrigin(request, deps.config)
  return withConsentRequest(deps, request, body, async consentRequest => {
    refuseForgery(deps, request, body)
    if (body.decision === 'deny') {
      return consentRequest.redirectBack(
        formatOAuthError('access_denied', 'The person denied access.'),
      )
    }
    const scopes = consentRequest.offered.filter(scope => body[scope] === 'on')
    const team = consentRequest.teams.find(
      ({ renderingId }) => String(renderingId) === body.renderingId,
    )
    if (scopes.length === 0 || !team) {
      const problem = team ? 'Select what you allow, or deny access.' : 'Choose one of your teams.'
      return consentPage(400, {
        ...consentRequest,
        problem,
        hidden: buildHiddenFields(deps, request, body),
      })
    }
    const { renderingId } = team
    return consentRequest.redirectBack({
      code: await allow(deps, consentRequest, { renderingId, scopes }),
    })
  })
}

const buildHiddenFields = (
  { config }: Deps,
  request: RequestInfo,
  parameters: GrantParameters,
) => ({
  ...knownParameters(parameters),
  csrfToken: deriveCsrfToken(readSessionCookie(request, config).secret),
})

/** A page of another site could submit the form too, but does not know this token. */
function refuseForgery({ config }: Deps, request: RequestInfo, { csrfToken }: Decision): void {
  if (csrfToken === deriveCsrfToken(readSessionCookie(request, config).secret)) return
  throw new ForbiddenError(
    'The form does not come from the page you were shown. Start again from the client.',
    'csrf_token_required',
  )
}

async function allow(
  { store, limits }: Deps,
  { oauthClient, redirectUri, requested, target, person }: ConsentRequest,
  { renderingId, scopes }: { readonly renderingId: number; readonly scopes: readonly Scope[] },
): Promise<string> {
  const { credential } = person
  if (credential.kind !== 'session') throw new ForbiddenError('Sign in first.', 'session_required')
  const { isAllowed, resetMs } = await limits.hit('signInCode', String(person.id))
  if (!isAllowed) throw new RateLimitedError(Math.max(1, Math.ceil(resetMs / 1000)))
  await recordOAuthClientUse(store.db, oauthClient.clientId)
  return store.db.transaction().execute(async transaction => {
    await lockSession(transaction, credential.publicId)
    const { environmentId } = target
    const { codeChallenge, resource } = requested
    return openGrantCodes(transaction, environmentId).issue(
      { clientId: oauthClient.clientId, redirectUri, codeChallenge },
      {
        environment_id: environmentId,
        user_id: person.id,
        rendering_id: renderingId,
        scopes: [...scopes],
        resource,
        method: credential.method,
        sso_project_id: credential.ssoProjectId,
        has_two_factors: credential.hasTwoFactors,
      },
    )
  })
}
