import { z } from 'zod'
import { ENVIRONMENT_SECRET_HEADER } from '../../http/access/find-agent.js'
import { usesAlias } from '../../http/aliases.js'
import { redirectTo } from '../../http/redirect.js'
import { agentRoute, openRoute, type Route } from '../../http/route.js'
import { publicKeys } from '../../secrets/signing-keys.js'
import { PathId } from '../projects/fields.js'
import { withErrorPage } from '../sso/error-page.js'
import { AuthorizationParameters } from './authorization-request.js'
import { authorize } from './authorize.js'
import { buildDiscovery, Discovery } from './discovery.js'
import { exchangeCode, TokenAnswer, TokenForm } from './exchange-code.js'
import { buildIssuer } from './issuer.js'
import { ClientMetadata, RegisteredClient, registerAgent } from './register-agent.js'
import { Authorization, authorizeRendering, USER_TOKEN_HEADER } from './rendering-authorization.js'

const tag = 'Sign-in of agents'

/** Routes with which agents sign people in: OpenID Connect, with the service as the provider. */
export const oidcRoutes: readonly Route[] = [
  openRoute(
    {
      method: 'get',
      path: '/oidc/.well-known/openid-configuration',
      tag,
      summary: 'Discover how agents sign people in',
      response: Discovery,
    },
    async ({ deps, request }) =>
      buildDiscovery(
        buildIssuer(deps.config, request),
        !usesAlias(request, ENVIRONMENT_SECRET_HEADER),
      ),
  ),
  openRoute(
    {
      method: 'get',
      path: '/oidc/jwks',
      tag,
      summary: 'Read the public keys of the service',
      description:
        'For id tokens (RS256) and approvals (EdDSA). Keys are rotated: find the key by its `kid`.',
      response: z.object({ keys: z.array(z.looseObject({ kid: z.string(), alg: z.string() })) }),
    },
    async ({ deps, headers }) => {
      headers['Cache-Control'] = 'public, max-age=60'
      const keys = await publicKeys(deps)
      return { keys: keys.map(({ kid = '', alg = '', ...rest }) => ({ ...rest, kid, alg })) }
    },
  ),
  agentRoute(
    {
      method: 'post',
      path: '/oidc/reg',
      tag,
      summary: 'Register an agent as a client',
      description:
        'The secret of the environment may also be sent as `Authorization: Bearer`. The same agent always gets the same client. A client without sign-ins for 90 days is deleted.',
      bearer: true,
      query: z.object({
        pkce: z
          .enum(['required', 'optional'])
          .default('required')
          .meta({ description: 'Optional only for agents that do not support PKCE.' }),
      }),
      body: ClientMetadata,
      status: 201,
      response: RegisteredClient,
      errors: {
        invalid_redirect_uri: 'The redirect URI is not the one of the environment.',
        invalid_client_metadata: 'Only public clients can be registered.',
      },
    },
    call => registerAgent(call, call.query.pkce === 'required'),
  ),
  openRoute(
    {
      method: 'get',
      path: '/oidc/authorize',
      tag,
      summary: 'Sign a person in for an agent',
      description:
        'Redirects to the agent with a code or an error, or to the sign-in page first. An unknown client or redirect URI is reported here, as a web page.',
      query: AuthorizationParameters,
      status: 302,
      errors: { invalid_client: 'The agent is not registered, or no longer is.' },
    },
    call =>
      withErrorPage(call, async () =>
        redirectTo(await authorize(call.deps, call.request, call.query)),
      ),
  ),
  openRoute(
    {
      method: 'post',
      path: '/oidc/token',
      tag,
      summary: 'Exchange a code',
      description: 'A code works once, within a minute, for the client that requested it.',
      form: true,
      body: TokenForm,
      response: TokenAnswer,
      errors: {
        invalid_client: 'The agent is not registered, or no longer is.',
        invalid_grant: 'The code is unknown, expired, used or of another client.',
        unsupported_grant_type: 'Only codes are exchanged.',
      },
    },
    ({ deps, request, body }) => exchangeCode(deps, request, body),
  ),
  agentRoute(
    {
      method: 'get',
      path: '/agent-api/renderings/{renderingId}/authorization',
      tag: 'Agent',
      summary: 'Return the person who signed in',
      params: z.object({ renderingId: PathId }),
      headers: { [USER_TOKEN_HEADER]: 'The access token of the person.' },
      response: Authorization,
      errors: {
        not_a_member: 'The person is not, or no longer, a member of the project.',
        not_in_team: 'The person is not in the team of the rendering.',
        other_rendering: 'The person signed in for another rendering.',
        sso_required: 'The project requires single sign-on.',
      },
    },
    call => authorizeRendering(call, call.params.renderingId),
  ),
]
