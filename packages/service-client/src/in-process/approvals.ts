import { randomBytes } from 'node:crypto'
import { ForbiddenError } from '@service/base'
import * as errors from 'jose/errors'
import { SignJWT } from 'jose/jwt/sign'
import { jwtVerify } from 'jose/jwt/verify'
import { ApprovalRefusedError } from '../port/errors.js'
import type { NewApprovalRequest } from '../port/mcp-port.js'
import type { ServicePort } from '../port/service-port.js'
import type { Snapshot } from '../port/snapshot.js'

/** A request to run an action, and who asked for it. */
export interface InProcessApproval {
  readonly requesterId: number
  /** What the requester's browser sent to the agent. */
  readonly body: Readonly<Record<string, unknown>>
  /** Seconds until it expires. Default: 600. */
  readonly lifetime?: number
}

/** A request that waits for approval; `issueApproval` stands for whoever approves it. */
export interface InProcessApprovalRequest extends NewApprovalRequest {
  readonly id: number
}

export interface Approvals {
  /** Keeps a request of somebody who is in the rendering; answers its id. */
  request(request: NewApprovalRequest, snapshot: Snapshot): number
  readonly requests: readonly InProcessApprovalRequest[]
  issue(approval: InProcessApproval): Promise<string>
  readonly read: ServicePort['readApproval']
  readonly claim: ServicePort['claimApproval']
  readonly report: ServicePort['reportApproval']
}

const maxRequests = 1000

/** Approvals signed with a key of their own, each good for one run. */
export function createApprovals(): Approvals {
  const key = randomBytes(32)
  const claimed = new Set<number>()
  const requests: InProcessApprovalRequest[] = []
  let lastId = 0
  return {
    requests,
    request(request, { users }) {
      if (!users.get(request.userId)?.renderingIds?.includes(request.renderingId)) {
        throw new ForbiddenError(`User ${request.userId} is not in this rendering.`)
      }
      lastId += 1
      requests.push({ ...request, id: lastId })
      if (requests.length > maxRequests) requests.shift()
      return lastId
    },
    async issue({ requesterId, body, lifetime = 600 }) {
      lastId += 1
      return new SignJWT({ body, requesterId })
        .setProtectedHeader({ alg: 'HS256' })
        .setJti(String(lastId))
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetime)
        .sign(key)
    },
    async read(signedRequest) {
      const rules = { algorithms: ['HS256'], requiredClaims: ['exp', 'jti'] }
      const { payload } = await jwtVerify<
        Required<Pick<InProcessApproval, 'body' | 'requesterId'>>
      >(signedRequest, key, rules).catch(refuse)
      const { jti, body, requesterId } = payload
      return { approvalId: Number(jti), body, requesterId }
    },
    async claim(approvalId) {
      if (claimed.has(approvalId)) {
        throw new ApprovalRefusedError('approval_used', 'The approved request was run before.')
      }
      claimed.add(approvalId)
    },
    report: async () => {},
  }
}

function refuse(error: unknown): never {
  throw error instanceof errors.JWTExpired
    ? new ApprovalRefusedError('approval_expired', 'The approval has expired: ask again.')
    : new ApprovalRefusedError('approval_forged', 'The approval was not signed by the service.')
}
