import { formatOAuthError, type Scope } from '@service/authorization'
import { z } from 'zod'
import type { Deps } from '../../deps.js'
import { ForbiddenError, RateLimitedError } from '../../errors.js'
import { checkOrigin } from '../../http/access/check-origin.js'
import { csrfTokenOf, sessionCookieOf } from '../../http/access/find-person.js'
import { holdSession } from '../../http/access/hold-session.js'
import type { RequestFacts } from '../../http/request-facts.js'
import type { Call } from '../../http/route.js'
import { type Visit, withVisit } from './authorize.js'
import { openGrantCodes } from './codes.js'
import { consentPage } from './consent-page.js'
import { GrantParameters, knownParameters } from './grant-request.js'
import { noteProgramUse } from './programs.js'

/** The fields of the form: the request again and the decision, with a field per scope. */
export const Decision = GrantParameters.extend({
  csrfToken: z.string().optional(),
  decision: z.enum(['allow', 'deny']),
  renderingId: z.string().optional(),
})
type Decision = z.output<typeof Decision>

type ConsentCall<Q, B> = Call<unknown, Q, B>

/** Shows the consent page. Consent is requested every time. */
export function askConsent({
  deps,
  request,
  query,
}: ConsentCall<GrantParameters, unknown>): Promise<Response> {
  return withVisit(deps, request, query, async visit =>
    consentPage(200, { ...visit, hidden: hiddenOf(request, query) }),
  )
}

/** Handles the decision and redirects the person to the client with the result. */
export function decide({ deps, request, body }: ConsentCall<unknown, Decision>): Promise<Response> {
  checkOrigin(request, deps.config)
  return withVisit(deps, request, body, async visit => {
    refuseForgery(request, body)
    if (body.decision === 'deny') {
      return visit.back(formatOAuthError('access_denied', 'The person denied access.'))
    }
    const scopes = visit.offered.filter(scope => body[scope] === 'on')
    const team = visit.teams.find(({ renderingId }) => String(renderingId) === body.renderingId)
    if (scopes.length === 0 || !team) {
      const problem = team ? 'Select what you allow, or deny access.' : 'Choose one of your teams.'
      return consentPage(400, { ...visit, problem, hidden: hiddenOf(request, body) })
    }
    const { renderingId } = team
    return visit.back({ code: await allow(deps, visit, { renderingId, scopes }) })
  })
}

const hiddenOf = (request: RequestFacts, parameters: GrantParameters) => ({
  ...knownParameters(parameters),
  csrfToken: csrfTokenOf(sessionCookieOf(request).secret),
})

/** A page of another site could submit the form too, but does not know this token. */
function refuseForgery(request: RequestFacts, { csrfToken }: Decision): void {
  if (csrfToken === csrfTokenOf(sessionCookieOf(request).secret)) return
  throw new ForbiddenError(
    'The form does not come from the page you were shown. Start again from the client.',
    'csrf_token_required',
  )
}

async function allow(
  { store, limits }: Deps,
  { program, redirectUri, asked, place, person }: Visit,
  { renderingId, scopes }: { readonly renderingId: number; readonly scopes: readonly Scope[] },
): Promise<string> {
  const { credential } = person
  if (credential.kind !== 'session') throw new ForbiddenError('Sign in first.', 'session_required')
  const { isAllowed, resetMs } = await limits.hit('signInCode', String(person.id))
  if (!isAllowed) throw new RateLimitedError(Math.max(1, Math.ceil(resetMs / 1000)))
  await noteProgramUse(store.db, program.clientId)
  return store.db.transaction().execute(async transaction => {
    await holdSession(transaction, credential.publicId)
    const { environmentId } = place
    const { codeChallenge, resource } = asked
    return openGrantCodes(transaction, environmentId).issue(
      { clientId: program.clientId, redirectUri, codeChallenge },
      {
        environment_id: environmentId,
        user_id: person.id,
        rendering_id: renderingId,
        scopes: [...scopes],
        resource,
        method: credential.method,
        sso_project_id: credential.ssoProjectId,
      },
    )
  })
}
