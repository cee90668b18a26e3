import { UnauthorizedError } from '@service/base'
import type { SignedInUser, Snapshot } from '@service/service-client'
import { createSessionTokens } from '@service/tokens'
import type { AgentApi, McpSession } from './contracts.js'

interface KeptSession {
  readonly roleId: number
  /** Milliseconds since 1970. */
  readonly renewAt: number
  readonly token: Promise<string>
}

const lifetime = 3600_000
const margin = 60_000
const maxStored = 10_000

/** Agent sessions for people who authorized a client: one per person and team, until it expires. */
export function createAgentSessions(
  authSecrets: readonly [string, ...string[]],
  snapshot: () => Snapshot,
): AgentApi['issueSession'] {
  const tokens = createSessionTokens(authSecrets)
  const kept = new Map<string, KeptSession>()

  return async session => {
    const user = readProfile(session, snapshot())
    const key = `${session.userId} ${session.renderingId}`
    const now = Date.now()
    const known = kept.get(key)
    if (known && known.roleId === user.roleId && now < known.renewAt) return known.token
    const token = tokens.issue(user, session.renderingId).then(issued => issued.token)
    if (kept.size >= maxStored) kept.clear()
    kept.set(key, { roleId: user.roleId, renewAt: now + lifetime - margin, token })
    return token
  }
}

function readProfile(
  session: McpSession,
  { users, renderings, roles }: Snapshot,
): SignedInUser & { readonly roleId: number } {
  const user = users.get(session.userId)
  if (!user) throw new UnauthorizedError('The user of this session is not known any more.')
  if (user.roleId !== session.roleId) {
    throw new UnauthorizedError('Your role has changed: connect again.')
  }
  const { id, email, firstName, lastName, permissionLevel, roleId, tags } = user
  const team = renderings.get(session.renderingId)?.team.name ?? ''
  const role = roles.get(roleId) ?? ''
  return { id, email, firstName, lastName, permissionLevel, roleId, tags, team, role }
}
