import type { FollowedDocument } from '../documents/follow-document.js'
import { listAt, objectAt, textAt } from '../documents/shape.js'
import type { SnapshotUpdater } from '../documents/snapshot-updater.js'
import type { Grant, McpPort } from '../port/mcp-port.js'
import type { Provider } from '../sign-in/provider.js'
import { toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'
import type { Clock } from '../transport/clock.js'
import { createClientFinder } from './find-client.js'
import { grantAddress } from './grant-address.js'
import { createApprovalRequester } from './request-approval.js'
import { requestGrant } from './request-grant.js'

export interface McpOptions {
  readonly caller: Caller
  readonly provider: Provider
  readonly clock: Clock
  readonly snapshotUpdater: SnapshotUpdater
  /** Called with the id of each user who grants access to a client. */
  onGrant(userId: number): Promise<void>
}

/**
 * Old ids may be dropped: the document lists ended grants soon, and their access tokens expire
 * within an hour.
 */
const maxEndedGrants = 10_000

/** Gives AI clients access through the authorization code flow of the service. */
export function createMcp({
  caller,
  provider,
  clock,
  snapshotUpdater,
  onGrant,
}: McpOptions): McpPort {
  const ended: FollowedDocument<Set<string>> = snapshotUpdater.follow({
    name: 'endedGrants',
    path: '/agent-api/ended-grants',
    event: 'refresh-grants',
    parse: parseEndedGrants,
  })
  // Grants that this agent ended, effective immediately, even while the document cannot be read.
  const endedHere = new Set<string>()
  const publicUrl = async (path: string): Promise<string> => {
    const { issuer } = await provider.discovery.get().catch(throwUnavailable)
    return issuer.replace(/\/oidc$/, '') + path
  }

  return {
    registrationUrl: () => publicUrl('/oauth/register'),
    async agentUrl() {
      const { agentUrl } = await provider.environment.get().catch(throwUnavailable)
      // Not cached while it is missing, because an administrator may set it at any moment.
      if (agentUrl === undefined) provider.environment.invalidate()
      return agentUrl
    },
    findClient: createClientFinder(caller, clock),
    async authorizationUrl(request) {
      const [page, environment] = await Promise.all([
        publicUrl('/oauth/authorize'),
        provider.environment.get().catch(throwUnavailable),
      ])
      return grantAddress(page, request, {
        environmentId: String(environment.id),
        ...(environment.hint !== undefined && { environment_hint: environment.hint }),
      })
    },
    async exchangeCode({ clientId, code, codeVerifier, redirectUri }) {
      const grant = await requestGrant(caller, clock, {
        grant_type: 'authorization_code',
        code,
        ...(redirectUri !== undefined && { redirect_uri: redirectUri }),
        client_id: clientId,
        code_verifier: codeVerifier,
      })
      await onGrant(grant.userId)
      return grant
    },
    refresh: (clientId, refreshToken, scopes) =>
      requestGrant(caller, clock, {
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: clientId,
        ...(scopes && { scopes }),
      }).catch(async (error): Promise<Grant> => {
        // This failed attempt may have ended the grant, which revokes its other tokens too.
        await ended.refresh()
        throw error
      }),
    async revoke(grantId) {
      const path = `/agent-api/grants/${encodeURIComponent(grantId)}/end`
      await caller.call({ method: 'POST', path, body: {} }).catch(error => {
        const failure = toCallError(error, path)
        if (failure.status !== 404) throw failure.toUnavailableError()
      })
      endedHere.add(grantId)
      if (endedHere.size > maxEndedGrants) endedHere.delete(endedHere.values().next().value ?? '')
      await ended.refresh()
    },
    watchGrants: ended.want,
    hasEnded: grantId => endedHere.has(grantId) || ended.current.has(grantId),
    requestApproval: createApprovalRequester(caller),
  }
}

function parseEndedGrants(document: unknown): Set<string> {
  const { endedGrants } = objectAt(document, 'the document')
  return new Set(listAt(endedGrants, "'endedGrants'").map(id => textAt(id, 'a grant')))
}

function throwUnavailable(error: unknown): never {
  throw toCallError(error, '/oauth').toUnavailableError()
}
