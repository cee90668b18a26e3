import { formatClient, readClientMetadata } from '@service/authorization'
import { z } from 'zod'
import { NotFoundError, RateLimitedError } from '../../errors.js'
import { agentRoute, openRoute, type Route } from '../../http/route.js'
import { withErrorPage } from '../sso/error-page.js'
import { askConsent, Decision, decide } from './decide.js'
import { GrantParameters } from './grant-request.js'
import { GrantTokens } from './issue-tokens.js'
import { ProgramMetadata, RegisteredProgram } from './program-metadata.js'
import { findProgram, registerProgram } from './programs.js'
import { giveTokens, TokenRequest } from './token-endpoint.js'

const tag = 'Access of programs'

/** Routes with which OAuth clients, such as AI clients, act for people through an agent: OAuth 2.1. */
export const oauthRoutes: readonly Route[] = [
  openRoute(
    {
      method: 'post',
      path: '/oauth/register',
      tag,
      summary: 'Register a program',
      description:
        'RFC 7591, for public clients. One that nobody lets in is forgotten after a day, one that is not used any more after 90 days.',
      anyOrigin: true,
      body: ProgramMetadata,
      bodyLimit: 32_768,
      status: 201,
      answer: RegisteredProgram,
      errors: {
        invalid_redirect_uri: 'People cannot be sent to such an address.',
        invalid_client_metadata: 'Something else than a public client is asked for.',
      },
    },
    async ({ deps, request, body }) => {
      const { isAllowed, resetMs } = await deps.limits.hit('programRegistration', request.address)
      if (!isAllowed) throw new RateLimitedError(Math.max(1, Math.ceil(resetMs / 1000)))
      return formatClient(await registerProgram(deps.store.db, readClientMetadata(body)))
    },
  ),
  openRoute(
    {
      method: 'get',
      path: '/oauth/register/{clientId}',
      tag,
      summary: 'Show a program as it registered',
      params: z.object({ clientId: z.string() }),
      answer: RegisteredProgram,
    },
    async ({ deps, params }) => {
      const program = await findProgram(deps.store.db, params.clientId)
      if (!program) throw new NotFoundError('There is no such program, or it was forgotten.')
      return formatClient(program)
    },
  ),
  openRoute(
    {
      method: 'get',
      path: '/oauth/authorize',
      tag,
      summary: 'Ask somebody whether a program may act for them',
      description:
        'For browsers: a page that asks, after the page to sign in. An unknown program or address is told here; everything else that is wrong goes to the program.',
      query: GrantParameters,
      contentType: 'text/html',
      errors: {
        invalid_client: 'The program is not registered (any more).',
        not_a_member: 'The person is no member of the project.',
        not_in_team: 'The person is in no team of the project.',
      },
    },
    call => withErrorPage(call, () => askConsent(call)),
  ),
  openRoute(
    {
      method: 'post',
      path: '/oauth/authorize',
      tag,
      summary: 'Allow or deny it, by the form of that page',
      description: 'Answers 302 to the program: with a code, or with `error=access_denied`.',
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
        'By the agent, for the program. A code works once within a minute; so does a refresh token within eight days, and using one again ends the grant, unless it repeats the last refresh within a minute and before the new token was used.',
      form: 'or-json',
      body: TokenRequest,
      bodyLimit: 32_768,
      answer: GrantTokens,
      errors: {
        invalid_grant: 'The code or token is not good, or the grant has ended.',
        invalid_scope: 'More is asked for than was allowed.',
        unsupported_grant_type: 'Neither a code nor a refresh token.',
      },
    },
    giveTokens,
  ),
]
