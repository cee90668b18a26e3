import type { Logger } from '@service/base'
import type { JWTPayload } from 'jose'
import * as errors from 'jose/errors'
import { jwtVerify } from 'jose/jwt/verify'
import { idAt, objectAt } from '../documents/shape.js'
import { ApprovalRefusedError, ServiceAwayError } from '../port/errors.js'
import type { ApprovedRequest, ServicePort } from '../port/service-port.js'
import type { Provider } from '../sign-in/provider.js'
import { toCallError } from '../transport/call-error.js'
import type { Caller } from '../transport/call-service.js'
import type { Clock } from '../transport/clock.js'
import type { Retries } from '../transport/retry-later.js'

type Approvals = Pick<ServicePort, 'readApproval' | 'claimApproval' | 'reportApproval'>

export interface ApprovalsOptions {
  readonly caller: Caller
  readonly provider: Provider
  readonly retries: Retries
  readonly clock: Clock
  readonly logger: Logger
}

/** Verifies signed approvals, claims each one once and reports how its action ended. */
export function createApprovals(options: ApprovalsOptions): Approvals {
  const { caller, provider, retries, clock, logger } = options
  return {
    async readApproval(signedRequest) {
      const environment = await provider.environment.get().catch(error => {
        throw toCallError(error, '/agent-api/environment').toUnavailableError()
      })
      // The issuer depends on the URL the approver used, so only the signing key is checked.
      const rules = {
        audience: `approval:${environment.id}`,
        typ: 'approval+jwt',
        algorithms: ['EdDSA'],
        requiredClaims: ['exp', 'jti', 'body'],
        currentDate: new Date(clock.now()),
      }
      const { payload } = await jwtVerify(signedRequest, provider.keys, rules).catch(refuse)
      return readPayload(payload)
    },

    async claimApproval(approvalId) {
      const path = `/agent-api/approvals/${approvalId}/claim`
      try {
        await caller.call({ method: 'POST', path, body: {} })
      } catch (error) {
        const failure = toCallError(error, path)
        if (!failure.isLasting) throw failure.toUnavailableError()
        const message = failure.detail ?? 'The approved request was run before.'
        throw new ApprovalRefusedError('approval_used', message)
      }
    },

    async reportApproval(approvalId, outcome) {
      const path = `/agent-api/approvals/${approvalId}/result`
      const report = async () => {
        try {
          await caller.call({ method: 'POST', path, body: outcome })
        } catch (error) {
          const failure = toCallError(error, path)
          if (!failure.isLasting) throw failure
          logger(
            'Warn',
            `The outcome of approval ${approvalId} could not be reported: ${failure.message}`,
          )
        }
      }
      await report().catch(error =>
        retries.later(path, report, toCallError(error, path).retryAfter),
      )
    },
  }
}

function readPayload({ jti, body }: JWTPayload): ApprovedRequest {
  try {
    const given = objectAt(body, 'body')
    const { attributes } = objectAt(given.data, 'data')
    const { requester_id: requesterId } = objectAt(attributes, 'attributes')
    return {
      approvalId: idAt(Number(jti), 'jti'),
      requesterId: idAt(requesterId, 'requester_id'),
      body: given,
    }
  } catch (cause) {
    throw toForgedError(cause)
  }
}

function refuse(error: unknown): never {
  if (error instanceof ServiceAwayError) throw error
  if (!(error instanceof errors.JWTExpired)) throw toForgedError(error)
  throw new ApprovalRefusedError('approval_expired', 'The approval has expired: ask again.')
}

function toForgedError(cause: unknown): ApprovalRefusedError {
  const error = new ApprovalRefusedError(
    'approval_forged',
    'The approval was not signed by the service for this environment.',
  )
  error.cause = cause
  return error
}
