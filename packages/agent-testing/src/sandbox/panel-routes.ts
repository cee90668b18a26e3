import { codeSeconds } from '@service/authorization'
import { isServiceError } from '@service/base'
import type { AgentCode } from '@service/protocol'
import type { PanelCode } from '@service/service-client'
import { failure, type SandboxRoute } from './route.js'

interface CodeRequest {
  readonly renderingId: number
  readonly codeChallenge: string
}

/** The routes with which the panel gets a session at an agent; nobody has to sign in first. */
export const panelRoutes: readonly SandboxRoute[] = [
  {
    method: 'POST',
    path: '/api/projects/{projectId}/environments/{environmentId}/agent-codes',
    handle: ({ state, params, body }) => {
      const environment = state.findById(Number(params.environmentId))
      if (!environment) return failure(404, 'NotFoundError', 'There is no such environment.')
      const { service, signIn } = environment
      const { agentUrl } = signIn
      if (!agentUrl) return failure(409, 'agent_url_missing', 'The environment has no agent URL.')
      const { renderingId, codeChallenge } = body as CodeRequest
      const answer: AgentCode = {
        code: service.issuePanelCode(signIn.userId, codeChallenge, renderingId),
        agentUrl,
        expiresAt: new Date(Date.now() + codeSeconds * 1000).toISOString(),
      }
      return { status: 201, body: answer }
    },
  },
  {
    method: 'POST',
    path: '/agent-api/panel-codes',
    handleAgent: async ({ environment: { service, signIn }, body }) => {
      try {
        const { user, renderingId } = await service.panel.exchangeCode(body as PanelCode)
        return { status: 200, body: { ...signIn.findProfile(user.id, renderingId), renderingId } }
      } catch (error) {
        if (!isServiceError(error)) throw error
        return error.status === 401
          ? failure(400, 'invalid_code', error.message)
          : failure(403, 'not_in_team', error.message)
      }
    },
  },
]
