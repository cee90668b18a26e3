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
import { Discovery, discoveryOf } from './discovery.js'
import { exchangeCode, TokenAnswer, TokenForm } from './exchange-code.js'
import { issuerOf } from './issuer.js'
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
      answer: Discovery,
    },
    async ({ deps, request }) =>
      discoveryOf(issuerOf(deps.config, request), !usesAlias(request, ENVIRONMENT_SECRET_HEADER)),
  ),
  openRoute(
    {
      method: 'get',
      path: '/oidc/jwks',
      tag,
      summary: 'Read the public keys of the service',
      description:
        'Of id tokens (RS256) and of approvals (EdDSA). Keys change: look one up by `kid`.',
      answer: z.object({ keys: z.array(z.looseObject({ kid: z.string(), alg: z.string() })) }),
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
        'The secret of the environment may also come as `Authorization: Bearer`. The same agent gets the same client again. A client that signs nobody in for 90 days is forgotten.',
      bearer: true,
      query: z.object({
        pkce: z
          .enum(['required', 'optional'])
          .default('required')
          .meta({ description: 'Optional only for agents that know nothing of PKCE.' }),
      }),
      body: ClientMetadata,
      status: 201,
      answer: RegisteredClient,
      errors: {
        invalid_redirect_uri: 'Another address is asked for than the one of the environment.',
        invalid_client_metadata: 'Something else than a public client is asked for.',
      },
    },
    call => registerAgent(call, call.query.pkce === 'required'),
  ),
  openRoute(
    {
      method: 'get',
      path: '/oidc/authorize',
      tag,
      summary: 'Sign somebody in for an agent',
      description:
        'Answers 302: to the agent with a code or an error, or to the sign-in page first. An unknown client or address is told here, as a page for browsers.',
      query: AuthorizationParameters,
      status: 302,
      errors: { invalid_client: 'The agent is not registered (any more).' },
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
      description: 'A code works once, within a minute, for the client that asked for it.',
      form: true,
      body: TokenForm,
      answer: TokenAnswer,
      errors: {
        invalid_client: 'The agent is not registered (any more).',
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
      summary: 'Tell who signed in',
      params: z.object({ renderingId: PathId }),
      headers: { [USER_TOKEN_HEADER]: 'The access token of the person.' },
      answer: Authorization,
      errors: {
        not_a_member: 'The person is not, or no longer, a member of the project.',
        not_in_team: 'The person is not in the team of the rendering.',
        other_rendering: 'The person signed in for another rendering.',
        sso_required: 'The project is entered through its single sign-on only.',
      },
    },
    call => authorizeRendering(call, call.params.renderingId),
  ),
]
