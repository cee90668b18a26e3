import type { McpPort, OAuthClient } from '../port/mcp-port.js'
import type { Snapshot } from '../port/snapshot.js'
import type { Approvals, InProcessApprovalRequest } from './approvals.js'
import { createInProcessOAuth, type InProcessConsent } from './in-process-oauth.js'

/** Lets AI clients in; nothing is asked of anybody. */
export interface InProcessMcp extends McpPort {
  /** Stands for a client that registers itself. */
  registerClient(client: Omit<OAuthClient, 'clientId'>): OAuthClient
  /**
   * Stands for a person who consents at the address `authorizationUrl` gave: a code good for one
   * exchange within a minute.
   */
  grantCode(userId: number, authorizationUrl: string, consent?: InProcessConsent): string
  /** The last 1,000 requests that wait for approval, the oldest first. */
  readonly approvalRequests: readonly InProcessApprovalRequest[]
}

export interface McpSettings {
  /** Any address of the service. */
  readonly serviceUrl: string
  readonly agentUrl?: string
  readonly approvals: Approvals
  readonly snapshotNow: () => Snapshot
}

export function createInProcessMcp(settings: McpSettings): InProcessMcp {
  const { serviceUrl, agentUrl, approvals, snapshotNow } = settings
  return {
    ...createInProcessOAuth(new URL('/oauth/authorize', serviceUrl).href, snapshotNow),
    registrationUrl: async () => new URL('/oauth/register', serviceUrl).href,
    agentUrl: async () => agentUrl,
    watchGrants: async () => {},
    requestApproval: async request => approvals.request(request, snapshotNow()),
    get approvalRequests() {
      return approvals.requests
    },
  }
}
