import type { WireApproval } from '@service/protocol'
import { z } from 'zod'
import { ConflictError, ForbiddenError } from '../../errors.js'
import type { MemberCall } from '../../http/route.js'
import { signToken } from '../../secrets/signing-keys.js'
import { toInstant } from '../../store/instant.js'
import { buildIssuer } from '../oidc/issuer.js'
import { Moment } from '../projects/fields.js'
import { findApprovalRelation } from './approval-relation.js'
import { refuseUsed } from './claim-approval.js'
import { type LockedApproval, lockApproval } from './lock-approval.js'

const LIFETIME_SECONDS = 600

/** The token with which an approver's browser makes the agent run an approved action. */
export const SignedApproval = z
  .object({
    signedRequest: z.string().meta({ description: 'Send it as `signed_approval_request`.' }),
    expiresAt: Moment,
  })
  .meta({ id: 'SignedApproval' })

/**
 * Signs an approved request for a person who may approve it now. The action runs once, however often it is
 * signed.
 */
export async function signApproval(
  call: MemberCall<unknown, unknown, unknown>,
  id: number,
): Promise<z.output<typeof SignedApproval>> {
  const { deps, request, environment } = call
  // Signing reads keys from the store, so it runs outside the transaction, which may hold the only
  // connection.
  const approval = await deps.store.db.transaction().execute(async transaction => {
    const locked = await lockApproval(transaction, environment.id, id)
    const { canDecide } = await findApprovalRelation(transaction, call, locked)
    if (!canDecide) {
      throw new ForbiddenError(
        'Your role may not approve this action, or not your own requests.',
        'approval_not_allowed',
      )
    }
    refuseUnapproved(locked)
    return locked
  })
  const now = Math.floor(Date.now() / 1000)
  const exp = now + LIFETIME_SECONDS
  const signedRequest = await signToken(deps, 'approval', {
    ...buildClaims(approval),
    iss: buildIssuer(deps.config, request),
    aud: `approval:${environment.id}`,
    iat: now,
    exp,
  })
  return { signedRequest, expiresAt: toInstant(new Date(exp * 1000)) }
}

function refuseUnapproved(approval: LockedApproval): void {
  refuseUsed(approval)
  if (approval.status !== 'approved') {
    throw new ConflictError(`The approval is ${approval.status}, not approved.`, 'wrong_state')
  }
}

function buildClaims(approval: LockedApproval) {
  const { id, collectionName, actionName, recordIds, inputs, requesterId } = approval
  return {
    jti: String(id),
    body: {
      data: {
        type: 'custom-action-requests',
        attributes: {
          collection_name: collectionName,
          action_name: actionName,
          ids: recordIds,
          values: Object.fromEntries(inputs.map(({ name, value }) => [name, value])),
          requester_id: requesterId,
        },
      },
    },
  } satisfies WireApproval
}
