import { formatClient, readClientMetadata } from '@service/authorization'
import { z } from 'zod'
import { NotFoundError, RateLimitedError } from '../../errors.js'
import { agentRoute, openRoute, type Route } from '../../http/route.js'
import { withErrorPage } from '../sso/error-page.js'
import { Decision, decide, requestConsent } from './decide.js'
import { GrantParameters } from './grant-request.js'
import { GrantTokens } from './issue-tokens.js'
import { ProgramMetadata, RegisteredProgram } from './program-metadata.js'
import { findOAuthClient, registerOAuthClient } from './programs.js'
import { exchangeGrant, TokenRequest } from './token-endpoint.js'

const tag = 'Access of OAuth clients'

/** Routes with which OAuth clients, such as AI clients, act for people through an agent: OAuth 2.1. */
export const oauthRoutes: readonly Route[] = [
  openRoute(
    {
      method: 'post',
      path: '/oauth/register',
      tag,
      summary: 'Register an OAuth client',
      description:
        'RFC 7591, for public clients. A client without a grant is deleted after a day, and one that is no longer used after 90 days.',
      anyOrigin: true,
      body: ProgramMetadata,
      bodyLimit: 32_768,
      status: 201,
      response: RegisteredProgram,
      errors: {
        invalid_redirect_uri: 'People cannot be redirected to this URL.',
        invalid_client_metadata: 'Only public clients can be registered.',
      },
    },
    async ({ deps, request, body }) => {
      const { isAllowed, resetMs } = await deps.limits.hit('programRegistration', request.address)
      if (!isAllowed) throw new RateLimitedError(Math.max(1, Math.ceil(resetMs / 1000)))
      return formatClient(await registerOAuthClient(deps.store.db, readClientMetadata(body)))
    },
  ),
  openRoute(
    {
      method: 'get',
      path: '/oauth/register/{clientId}',
      tag,
      summary: 'Show a registered OAuth client',
      params: z.object({ clientId: z.string() }),
      response: RegisteredProgram,
    },
    async ({ deps, params }) => {
      const oauthClient = await findOAuthClient(deps.store.db, params.clientId)
      if (!oauthClient)
        throw new NotFoundError(
          'There is no such client, or it was deleted because it was not used.',
        )
      return formatClient(oauthClient)
    },
  ),
  openRoute(
    {
      method: 'get',
      path: '/oauth/authorize',
      tag,
      summary: 'Show the consent page',
      description:
        'For browsers: shows the consent page, after sign-in. An unknown client or redirect URI is reported here; all other errors are sent to the client.',
      query: GrantParameters,
      contentType: 'text/html',
      errors: {
        invalid_client: 'The client is not registered, or no longer is.',
        not_a_member: 'The person is not a member of the project.',
        not_in_team: 'The person is not in a team of the project.',
      },
    },
    call => withErrorPage(call, () => requestConsent(call)),
  ),
  openRoute(
    {
      method: 'post',
      path: '/oauth/authorize',
      tag,
      summary: 'Allow or deny access, with the form of that page',
      description: 'Redirects to the client with a code, or with `error=access_denied`.',
      form: true,
      body: Decision,
      bodyLimit: 32_768,
      status: 302,
      errors: {
        cross_site: 'A page of another site sent the form.',
        csrf_token_required: 'The form is not the one that was shown.',
      },
    },
    call => withErrorPage(call, () => decide(call)),
  ),
  agentRoute(
    {
      method: 'post',
      path: '/oauth/token',
      tag,
      summary: 'Exchange a code, or refresh',
      description:
        'Called by the agent, on behalf of the client. A code works once, within a minute, and a refresh token once, within eight days. A second use ends the grant, unless it repeats the last refresh within a minute and before the new token was used.',
      form: 'or-json',
      body: TokenRequest,
      bodyLimit: 32_768,
      response: GrantTokens,
      errors: {
        invalid_grant: 'The code or token is invalid, or the grant has ended.',
        invalid_scope: 'More scopes are requested than were granted.',
        unsupported_grant_type: 'Neither a code nor a refresh token.',
      },
    },
    exchangeGrant,
  ),
]
