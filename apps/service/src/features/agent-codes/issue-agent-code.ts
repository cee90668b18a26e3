import { codeSeconds, computeCodeChallenge } from '@service/authorization'
import type { AgentCode } from '@service/protocol'
import type { Deps } from '../../deps.js'
import {
  ConflictError,
  ForbiddenError,
  InvalidRequestError,
  RateLimitedError,
} from '../../errors.js'
import type { Environment, Person } from '../../http/access/callers.js'
import { lockSession } from '../../http/access/lock-session.js'
import { randomText } from '../../secrets/token-format.js'
import { toInstant } from '../../store/instant.js'
import { findRenderingUser } from '../oidc/rendering-user.js'
import { clientId, openAgentCodes } from './codes.js'
import { findPreviewedRole, maxPreviewSeconds } from './preview.js'

/**
 * The rendering to open, and the SHA-256 of the verifier that the browser keeps (PKCE, S256). Without it the service
 * makes the verifier, and returns it with the code.
 */
export interface AgentCodeRequest {
  readonly renderingId: number
  readonly codeChallenge?: string
  /** The role as which an administrator looks, read-only. */
  readonly previewRoleId?: number
  /** For how long at most. Default: 15 minutes. */
  readonly previewSeconds?: number
}

/** Issues a code with which the panel opens a session at the agent of an environment, once. */
export async function issueAgentCode(
  { store, limits }: Deps,
  { id: userId, credential }: Person,
  environment: Environment,
  { renderingId, codeChallenge: givenChallenge, previewRoleId, previewSeconds }: AgentCodeRequest,
): Promise<AgentCode> {
  if (credential.kind !== 'session') throw new ForbiddenError('Sign in first.', 'session_required')
  if (previewSeconds !== undefined && previewRoleId === undefined) {
    throw new InvalidRequestError("'previewSeconds' needs 'previewRoleId'.", 'invalid_body')
  }
  const environmentId = environment.id
  const search = { environmentId, renderingId, userId, credential }
  const user = await findRenderingUser(store.db, search)
  if (previewRoleId !== undefined) await findPreviewedRole(store.db, user, previewRoleId)
  const agentUrl = await findAgentUrl({ store }, environment)
  const { isAllowed, resetMs } = await limits.hit('agentCode', String(userId))
  if (!isAllowed) throw new RateLimitedError(Math.max(1, Math.ceil(resetMs / 1000)))
  const { codeChallenge, ...proof } = completeProof(givenChallenge)
  const expiresAt = toInstant(new Date(Date.now() + codeSeconds * 1000))
  const code = await store.db.transaction().execute(async transaction => {
    await lockSession(transaction, credential.publicId)
    return openAgentCodes(transaction, environmentId).issue(
      { clientId, codeChallenge },
      {
        environment_id: environmentId,
        rendering_id: renderingId,
        user_id: userId,
        session_id: credential.publicId,
        ...(previewRoleId !== undefined && {
          preview_role_id: previewRoleId,
          preview_seconds: previewSeconds ?? maxPreviewSeconds,
        }),
      },
    )
  })
  return { code, agentUrl, expiresAt, ...proof }
}

function completeProof(codeChallenge: string | undefined) {
  if (codeChallenge !== undefined) return { codeChallenge }
  const codeVerifier = randomText(64)
  return { codeChallenge: computeCodeChallenge(codeVerifier), codeVerifier }
}

async function findAgentUrl({ store }: Pick<Deps, 'store'>, { id, name }: Environment) {
  const { agent_url: agentUrl } = await store.db
    .selectFrom('environments')
    .select('agent_url')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (agentUrl !== null) return agentUrl
  throw new ConflictError(
    `The environment '${name}' has no agent URL. An admin sets 'agentUrl', the URL at which browsers reach its agent.`,
    'agent_url_missing',
  )
}
