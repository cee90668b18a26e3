import { isCodeChallenge } from '@service/authorization'
import { z } from 'zod'
import { agentRoute, memberRoute, type Route } from '../../http/route.js'
import { Authorization, formatAuthorization } from '../oidc/rendering-authorization.js'
import { AgentCode } from './agent-code.js'
import { issueAgentCode } from './issue-agent-code.js'
import { maxPreviewSeconds } from './preview.js'
import { redeemAgentCode } from './redeem-agent-code.js'

const refusals = {
  not_in_team: 'The person is not in the team of the rendering.',
  sso_required: 'The project requires single sign-on.',
}

/** A preview has its rendering inside, so that an agent that does not know previews refuses the response. */
const PanelSignIn = Authorization.extend({
  renderingId: z.number().optional(),
  preview: z
    .object({
      renderingId: z.number(),
      role: z.object({ id: z.number(), name: z.string() }),
      seconds: z.number(),
    })
    .optional()
    .meta({
      description:
        'Instead of `renderingId`, when an administrator looks as a role. The session is read-only.',
    }),
}).meta({ id: 'PanelSignIn' })

/** Routes with which the panel gets a session at an agent. */
export const agentCodeRoutes: readonly Route[] = [
  memberRoute(
    {
      method: 'post',
      path: '/api/projects/{projectId}/environments/{environmentId}/agent-codes',
      tag: 'Sessions',
      summary: 'Request a code for a session at the agent',
      description:
        'The panel sends the code and the verifier to `POST {agentUrl}/authentication/code`. A code works once, within a minute. A person may request 60 a minute.',
      level: 'user',
      sessionOnly: true,
      body: z.strictObject({
        renderingId: z.number().int().positive(),
        codeChallenge: z
          .string()
          .refine(isCodeChallenge, 'must be a SHA-256 as base64url, which has 43 characters')
          .optional()
          .meta({
            description:
              'The SHA-256 of your verifier, as base64url (PKCE, S256). Without it the service makes a verifier and returns it.',
            examples: ['E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
          }),
        previewRoleId: z.number().int().positive().optional().meta({
          description:
            'For administrators: the session sees what a member with this role and the level user sees in the rendering, and changes nothing.',
        }),
        previewSeconds: z
          .number()
          .int()
          .min(1, `must be from 1 to ${maxPreviewSeconds}`)
          .max(maxPreviewSeconds, `must be from 1 to ${maxPreviewSeconds}`)
          .optional()
          .meta({ description: 'How long a session with `previewRoleId` lasts. Default: 900.' }),
      }),
      status: 201,
      response: AgentCode,
      errors: {
        ...refusals,
        level_too_low: '`previewRoleId` needs the level admin.',
        agent_url_missing: 'The environment has no agent URL.',
        rate_limited: 'The person requested too many codes.',
      },
    },
    ({ deps, person, environment, body, headers }) => {
      headers['Cache-Control'] = 'no-store'
      return issueAgentCode(deps, person, environment, body)
    },
  ),
  agentRoute(
    {
      method: 'post',
      path: '/agent-api/panel-codes',
      tag: 'Agent',
      summary: 'Exchange a code of the panel for the person who requested it',
      description:
        'A second use of a code that opened a session ends all agent sessions of the person.',
      body: z.strictObject({
        code: z.string().max(200, 'must have at most 200 characters'),
        codeVerifier: z.string().max(200, 'must have at most 200 characters'),
      }),
      response: PanelSignIn,
      errors: {
        ...refusals,
        invalid_code:
          'The code is unknown, expired, used, of another environment, does not match the verifier, or the session it was requested in has ended.',
        not_a_member: 'The person is no longer a member of the project.',
      },
    },
    async ({ deps, environment, body, headers }) => {
      headers['Cache-Control'] = 'no-store'
      const { userId, renderingId, user, preview } = await redeemAgentCode(
        deps,
        environment.id,
        body,
      )
      const authorization = formatAuthorization(userId, user)
      return preview
        ? { ...authorization, preview: { renderingId, ...preview } }
        : { ...authorization, renderingId }
    },
  ),
]
